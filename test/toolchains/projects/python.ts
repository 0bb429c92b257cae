import type { Toolchain } from '../toolchain';

const PROJECT = {
  'sums/__init__.py': '"""Sums."""\n',
  'sums/add.py': '"""Adds."""\n\n\ndef add(left: int, right: int) -> int:\n    """Add."""\n    return left + right\n',
  'tests/__init__.py': '',
  'tests/test_add.py':
    'import unittest\n\nfrom sums.add import add\n\n\nclass Adds(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n',
};
const BROKEN = { 'sums/add.py': 'def add(a: int, b: int) -> int:\n    return a - b\n' };

export const PYTHON: readonly Toolchain[] = [
  {
    name: 'python -m unittest',
    version: 'python3 --version',
    files: PROJECT,
    line: 'python3 -m unittest',
    broken: BROKEN,
  },
  {
    name: 'pytest',
    version: 'pytest --version',
    files: PROJECT,
    line: 'python3 -m pytest tests -q 2>&1 | tail -20',
    broken: BROKEN,
  },
  {
    name: 'coverage',
    version: 'python3-coverage --version | head -1',
    files: PROJECT,
    line: 'python3 -m coverage run -m unittest && python3 -m coverage report',
    broken: BROKEN,
  },
  {
    name: 'mypy',
    version: 'mypy --version',
    files: PROJECT,
    line: 'mypy sums',
    broken: { 'sums/add.py': 'def add(a: int, b: int) -> str:\n    return a + b\n' },
  },
  {
    name: 'black --check',
    version: 'black --version',
    files: PROJECT,
    line: 'black --check sums',
    broken: { 'sums/add.py': 'def add(a,b): return a+b\n' },
  },
  {
    name: 'flake8',
    version: 'flake8 --version',
    files: PROJECT,
    line: 'flake8 sums',
    broken: { 'sums/add.py': 'import os\ndef add(a,b): return a+b\n' },
  },
  {
    name: 'pylint',
    version: 'pylint --version',
    files: PROJECT,
    line: 'pylint sums',
    broken: { 'sums/add.py': '"""Adds."""\n\n\ndef add(left, right):\n    """Add."""\n    return left + rihgt\n' },
    varies: /Your code has been rated|^-+$/,
  },
  {
    name: 'yamllint',
    version: 'yamllint --version',
    files: { 'a.yaml': '---\na: 1\n' },
    line: 'yamllint .',
    broken: { 'a.yaml': '---\na: [1\n' },
  },
];
