var late = hello(1 + 1);
