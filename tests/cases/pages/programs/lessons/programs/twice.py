# #region outer
def twice(n):
    # #region inner
    for _ in range(2):
        print(n < 3 and "<b>")
    # #endregion


twice(1)
# #endregion
twice(2)
