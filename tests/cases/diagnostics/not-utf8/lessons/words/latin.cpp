// été
int main() {}
