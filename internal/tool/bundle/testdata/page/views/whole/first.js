function hello(name) {
  return "hello " + name;
}
