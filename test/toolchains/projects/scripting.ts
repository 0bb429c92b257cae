import type { Toolchain } from '../toolchain';

const RUBY = {
  'lib/add.rb': 'def add(a, b) = a + b\n',
  'test/add_test.rb':
    "require 'minitest/autorun'\nrequire_relative '../lib/add'\nclass AddTest < Minitest::Test\n  def test_adds\n    assert_equal 3, add(1, 2)\n  end\nend\n",
};
const WRONG_RUBY = { 'lib/add.rb': 'def add(a, b) = a - b\n' };
const SEED = /^Run options|seed/i;

export const SCRIPTING: readonly Toolchain[] = [
  {
    name: 'prove',
    version: 'perl -e "print $^V"',
    files: {
      'lib/Sum.pm': 'package Sum;\nsub add { $_[0] + $_[1] }\n1;\n',
      't/add.t': 'use Test::More tests => 1;\nuse Sum;\nis(Sum::add(1, 2), 3);\n',
    },
    line: 'prove -l t',
    broken: { 'lib/Sum.pm': 'package Sum;\nsub add { $_[0] - $_[1] }\n1;\n' },
  },
  {
    name: 'bats',
    version: 'bats --version',
    files: { 'add.sh': 'echo $(($1 + $2))\n', 'add.bats': '@test "adds" {\n  [ "$(bash add.sh 1 2)" = 3 ]\n}\n' },
    line: 'bats add.bats',
    broken: { 'add.sh': 'echo $(($1 - $2))\n' },
  },
  {
    name: 'a script of the workspace',
    version: 'bash --version | head -1',
    files: {
      'scripts/check.sh':
        '#!/bin/bash\nset -e\nout=$(mktemp)\necho 3 >"$out"\ntest "$(cat "$out")" = "$(cat sum)"\necho right\n',
      sum: '3\n',
    },
    line: 'bash scripts/check.sh && echo done',
    broken: { sum: '4\n' },
  },
  {
    name: 'shellcheck',
    version: 'shellcheck --version | sed -n 2p',
    files: { 'a.sh': '#!/bin/sh\necho "$1"\n' },
    line: 'shellcheck a.sh',
    broken: { 'a.sh': '#!/bin/sh\necho $1\n' },
  },
  {
    name: 'shfmt -d',
    version: 'shfmt --version',
    files: { 'a.sh': '#!/bin/sh\necho "$1"\n' },
    line: 'shfmt -d a.sh',
    broken: { 'a.sh': '#!/bin/sh\nif true;then echo 1;fi\n' },
  },
  {
    name: 'ruby minitest',
    version: 'ruby --version',
    files: RUBY,
    line: 'ruby -Ilib test/add_test.rb',
    broken: WRONG_RUBY,
    varies: SEED,
  },
  {
    name: 'rake test',
    version: 'rake --version',
    files: {
      ...RUBY,
      Rakefile: "require 'rake/testtask'\nRake::TestTask.new(:test) { |t| t.pattern = 'test/*_test.rb' }\n",
    },
    line: 'rake test',
    broken: WRONG_RUBY,
    varies: SEED,
  },
  {
    name: 'rspec',
    version: 'rspec --version | head -1',
    files: {
      'lib/add.rb': 'def add(a, b) = a + b\n',
      'spec/add_spec.rb':
        "require_relative '../lib/add'\nRSpec.describe('add') { it('adds') { expect(add(1, 2)).to eq 3 } }\n",
    },
    line: 'rspec',
    broken: WRONG_RUBY,
    varies: SEED,
  },
  {
    name: 'phpunit',
    version: 'phpunit --version',
    files: {
      'src/add.php': '<?php function add($a, $b) { return $a + $b; }\n',
      'tests/AddTest.php':
        "<?php require __DIR__ . '/../src/add.php';\nfinal class AddTest extends PHPUnit\\Framework\\TestCase { public function testAdds(): void { $this->assertSame(3, add(1, 2)); } }\n",
    },
    line: 'phpunit tests',
    broken: { 'src/add.php': '<?php function add($a, $b) { return $a - $b; }\n' },
  },
  {
    name: 'busted',
    version: 'busted --version',
    files: {
      'src/add.lua': 'return function(a, b) return a + b end\n',
      'spec/add_spec.lua':
        "local add = dofile('src/add.lua')\ndescribe('add', function() it('adds', function() assert.equal(3, add(1, 2)) end) end)\n",
    },
    line: 'busted spec',
    broken: { 'src/add.lua': 'return function(a, b) return a - b end\n' },
  },
];
