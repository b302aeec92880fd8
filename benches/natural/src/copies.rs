pub fn rows() {}
