echo fancy
