echo plain
