"""Nothing in Afrika Korps is secret: each side may know the whole position (the kernel's `OpenView`)."""
