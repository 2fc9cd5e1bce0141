echo announced
