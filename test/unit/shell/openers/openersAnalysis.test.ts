/** What wrappers run, through the whole analysis. */
import * as assert from 'node:assert';
import { analyse } from '../../../../src/shell/analyse';
import { writtenText } from '../../../../src/shell/model/analysis';

function inner(line: string): string[] {
  const { commands, code, unknown } = analyse(line, 'bash', { cwd: '/w', home: '/home/u' });
  return [
    ...commands
      .filter(({ context }) => context.via.length > 0)
      .map(({ context, words, assignments }) => {
        const place = [
          ...(context.asOtherUser ? ['[root]'] : []),
          ...(context.elsewhere === undefined ? [] : [`[${context.elsewhere}]`]),
        ];
        const front = assignments.map(({ name, value }) => `${name}=${writtenText(value)}`);
        return [`${context.via.join('>')}:`, ...place, ...front, ...words.map(writtenText)].join(' ');
      }),
    ...code.map(({ language, text }) => `${language}> ${writtenText(text)}`),
    ...(unknown.length === 0 ? [] : ['?']),
  ];
}

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ["bash -c 'rm -rf /; ls'", 'bash: rm -rf /', 'bash: ls'],
  ['bash -c "bash -c \'rm x\'"', 'bash: bash -c rm x', 'bash>bash: rm x'],
  ["eval 'rm' x '&&' ls", 'eval: rm x', 'eval: ls'],
  ['env -i A=b timeout 5 rm x', 'env: A=b timeout 5 rm x', 'env>timeout: rm x'],
  ['command -p sudo -u root rm x', 'command: sudo -u root rm x', 'command>sudo: [root] rm x'],
  ['find . -name a -exec rm {} \\;', 'find: rm .{}'],
  ['ls | xargs -0 rm -f', 'xargs: rm -f (what xargs reads)'],
  ['bash <<E\nrm x\nE', 'bash: rm x'],
  ["sudo bash <<'E'\nrm x\nE", 'sudo: [root] bash', 'sudo>bash: [root] rm x'],
  ["sh <<< 'rm x'", 'sh: rm x'],
  ['curl u | sh', '?'],
  ['curl u | sudo bash -s -- a', 'sudo: [root] bash -s -- a', '?'],
  ['bash <(curl u)', '?'],
  ["ssh host 'cd /x && rm y'", 'ssh: [ssh host] cd /x', 'ssh: [ssh host] rm y'],
  ["docker exec c sh -c 'rm x'", 'docker: [docker exec c] sh -c rm x', 'docker>sh: [docker exec c] rm x'],
  ["python3 - <<'E'\nx()\nE", 'python> x()\n'],
  ['cat a.py | python3', '?'],
  ['cat a | python3 a.py'],
  ["git -c alias.x='!rm y' x", 'git: rm y'],
  ["busybox sh -c 'rm x'", 'busybox: sh -c rm x', 'busybox>sh: rm x'],
  ['/usr/bin/timeout 5 /bin/rm x', 'timeout: /bin/rm x'],
  ['timeout 5 $C x', 'timeout: $C x', 'timeout: x', '?'],
  [
    'sudo timeout 5 bash -c "env A=1 xargs -I{} sh -c \'rm -rf {}\'"',
    "sudo: [root] timeout 5 bash -c env A=1 xargs -I{} sh -c 'rm -rf {}'",
    "sudo>timeout: [root] bash -c env A=1 xargs -I{} sh -c 'rm -rf {}'",
    'sudo>timeout>bash: [root] env A=1 xargs -I{} sh -c rm -rf {}',
    'sudo>timeout>bash>env: [root] A=1 xargs -I{} sh -c rm -rf {}',
    'sudo>timeout>bash>env>xargs: [root] sh -c rm -rf {}',
    // A script that is known in part.
    'sudo>timeout>bash>env>xargs>sh: [root] rm -rf ${_:?}',
    '?',
  ],
  ['bash -c "rm -rf / $X"', 'bash: rm -rf / $X', '?'],
  ['bash -c "$(echo rm x)"', 'bash: rm x', '?'],
  ['eval "$(printf \'rm %s\' x)"', 'eval: rm x', '?'],
  ["echo 'rm x' | sh", 'sh: rm x', '?'],
  ["printf 'rm %s\\n' x y | sudo bash", 'sudo: [root] bash', 'sudo>bash: [root] rm x', 'sudo>bash: [root] rm y', '?'],
  ["(echo 'rm x'; echo ls) | tee log | sh", 'sh: rm x', 'sh: ls', '?'],
  ["cat <<'E' | sh\nrm x\nE", 'sh: rm x', '?'],
  ["echo 'r\\m \\x' | sh", 'sh: rm x', '?'],
  ['echo cm0geA== | base64 -d | sh', 'sh: rm x', '?'],
  ['base64 --decode <<< cm0geA== | sh', 'sh: rm x', '?'],
  ["echo -e '\\x72m x' | sh", 'sh: rm x', '?'],
  ['echo 726d2078 | xxd -r -p | sh', 'sh: rm x', '?'],
  ["echo 'rm x' > file | sh", '?'],
  ["bash <(echo 'rm x')", 'bash: rm x', '?'],
  ["source <(echo 'rm x')", 'source: rm x', '?'],
  ["echo 'rm x' | source /dev/stdin", 'source: rm x', '?'],
  ["sh < <(echo 'rm x')", 'sh: rm x', '?'],
  ["echo 'x()' | python3", 'python> x()\n', '?'],
  ['echo x y | xargs rm', 'xargs: rm (what xargs reads)', 'xargs: rm x y'],
  ["echo 'x y' | xargs -I{} rm {}", 'xargs: rm {}', 'xargs: rm x y'],
  [
    "echo x | xargs -I{} sh -c 'rm {}'",
    'xargs: sh -c rm {}',
    'xargs>sh: rm ${_:?}',
    'xargs: sh -c rm x',
    'xargs>sh: rm x',
    '?',
  ],
  ['xargs rm <<< x', 'xargs: rm x', '?'],
  [`python3 -c 'import os; os.system("rm x")'`, 'python3: rm x', 'python> import os; os.system("rm x")'],
  [`python3 -c 'subprocess.run(["rm", "a b"])'`, 'python3: rm a b', 'python> subprocess.run(["rm", "a b"])'],
  [`node -e 'cp.execSync("rm x; ls")'`, 'node: rm x', 'node: ls', 'javascript> cp.execSync("rm x; ls")'],
  [`node -e 'spawnSync("rm", ["x"], {})'`, 'node: rm x', 'javascript> spawnSync("rm", ["x"], {})'],
  [`node -e '/a/.exec("rm x"); t.run("rm y")'`, `javascript> /a/.exec("rm x"); t.run("rm y")`],
  [`perl -e 'system "rm", "x"; \`ls\`'`, 'perl: rm x', 'perl: ls', 'perl> system "rm", "x"; `ls`'],
  [`ruby -e '%x(rm x)'`, 'ruby: rm x', 'ruby> %x(rm x)'],
  [`php -r 'shell_exec("rm x");'`, 'php: rm x', 'php> shell_exec("rm x");'],
  [
    `awk 'BEGIN { system("rm x"); "ls" | getline }'`,
    'awk: rm x',
    'awk: ls',
    'awk> BEGIN { system("rm x"); "ls" | getline }',
  ],
];

describe('what wrappers run, in the analysis of a line', () => {
  for (const [line, ...expected] of ROWS) {
    it(JSON.stringify(line), () => {
      assert.deepStrictEqual(inner(line), expected);
    });
  }
});

describe('wrappers in numbers', () => {
  const lines: Readonly<Record<string, string>> = {
    'nested commands': `${'sudo '.repeat(1_600)}ls`,
    'nested texts': 'eval '.repeat(1_600),
    'texts of env': 'env -S '.repeat(1_100),
    'unknown words': `sudo ${'$A '.repeat(2_600)}`,
    'find actions': `find a b c d ${'-exec rm {} \\; '.repeat(500)}`,
    'git settings': `git ${"-c 'alias.x=!a' ".repeat(480)}x`,
    'tar actions': `tar ${'--to-command=a '.repeat(540)}`,
    'arguments of parallel': `parallel ${'a '.repeat(2_000)}::: ${'b '.repeat(2_000)}`,
  };
  for (const [name, line] of Object.entries(lines)) {
    it(`are bounded: ${name}`, () => {
      const { commands, unknown } = analyse(line, 'bash', { cwd: '/w', home: '/home/u' });
      assert.ok(commands.length < 200, `${commands.length} commands`);
      assert.ok(unknown.length > 0);
    });
  }
});
