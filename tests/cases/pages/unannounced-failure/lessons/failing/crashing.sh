echo crashing
