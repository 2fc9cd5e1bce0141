print("x" * 100)
