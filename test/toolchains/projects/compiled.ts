import type { Toolchain } from '../toolchain';

const C = {
  'add.c': 'int add(int a, int b) { return a + b; }\n',
  'test.c':
    '#include <stdio.h>\nint add(int a, int b);\nint main(void) { if (add(1, 2) != 3) { puts("wrong"); return 1; } puts("right"); return 0; }\n',
};
const WRONG_C = { 'add.c': 'int add(int a, int b) { return a - b; }\n' };
const JAVA = {
  'src/Add.java': 'public class Add { static int add(int a, int b) { return a + b; } }\n',
  'src/AddTest.java':
    'public class AddTest { public static void main(String[] words) { if (Add.add(1, 2) != 3) throw new AssertionError("wrong"); System.out.println("right"); } }\n',
};
const WRONG_JAVA = { 'src/Add.java': 'public class Add { static int add(int a, int b) { return a - b; } }\n' };

export const COMPILED: readonly Toolchain[] = [
  {
    name: 'make with gcc',
    version: 'make --version | head -1; gcc --version | head -1',
    files: { ...C, Makefile: 'test: check\n\t./check\ncheck: add.c test.c\n\t$(CC) -o $@ $^\n.PHONY: test\n' },
    line: 'make test',
    broken: WRONG_C,
  },
  {
    name: 'cmake and ctest',
    version: 'cmake --version | head -1',
    files: {
      ...C,
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.13)\nproject(sum C)\nenable_testing()\nadd_executable(check add.c test.c)\nadd_test(NAME adds COMMAND check)\n',
    },
    prepare: 'cmake -S . -B build',
    line: 'cmake --build build && ctest --test-dir build --output-on-failure',
    broken: WRONG_C,
  },
  {
    name: 'meson and ninja',
    version: 'meson --version; ninja --version',
    files: { ...C, 'meson.build': "project('sum', 'c')\ntest('adds', executable('check', 'add.c', 'test.c'))\n" },
    prepare: 'meson setup build',
    line: 'ninja -C build && meson test -C build --print-errorlogs',
    broken: WRONG_C,
  },
  {
    name: 'go test',
    version: 'go version',
    files: {
      'go.mod': 'module sum\n\ngo 1.19\n',
      'add.go': 'package sum\n\nfunc add(a, b int) int { return a + b }\n',
      'add_test.go':
        'package sum\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    line: 'go vet ./... && go test ./...',
    broken: { 'add.go': 'package sum\n\nfunc add(a, b int) int { return a - b }\n' },
  },
  {
    name: 'cargo test',
    version: 'cargo --version',
    files: {
      'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "sum"\nversion = "0.1.0"\n',
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n',
    },
    line: 'cargo test',
    broken: {
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n',
    },
  },
  {
    name: 'javac and java',
    version: 'java -version 2>&1 | head -1',
    files: JAVA,
    line: 'javac -d out src/*.java && java -cp out AddTest',
    broken: WRONG_JAVA,
  },
  {
    name: 'ant',
    version: 'ant -version',
    files: {
      ...JAVA,
      'build.xml':
        '<project default="test"><target name="test"><mkdir dir="out"/><javac srcdir="src" destdir="out" includeantruntime="false"/><java classname="AddTest" classpath="out" fork="true" failonerror="true"/></target></project>\n',
    },
    line: 'ant test',
    broken: WRONG_JAVA,
  },
];
