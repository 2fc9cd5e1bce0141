echo other
