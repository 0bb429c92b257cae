/** The closure of `npm test` and `make` on a real disk, cold and warm, and of what must be bounded. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closureOf } from '../../src/closure/closureOf';
import { nodesOf } from '../../src/closure/closure';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { diskSnapshot } from '../../src/files/diskSnapshot';
import { WalkBudget } from '../../src/files/walkBudget';
import type { MachineFacts } from '../../src/files/machineFacts';
import { analyse } from '../../src/shell/analyse';

const ROUNDS = 200;

const folder = mkdtempSync(join(tmpdir(), 'auto-mode-closure-'));
const machine: MachineFacts = {
  platform: process.platform,
  homeDirectory: '/home/nobody',
  loginShell: 'bash',
  gatePaths: [],
  secretGatePaths: [],
};
const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const disk = createNodeFileSystem();

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

write(
  'package.json',
  JSON.stringify({ scripts: { pretest: 'npm run lint', lint: 'eslint .', test: 'mocha && sh scripts/check.sh' } }),
);
write('eslint.config.mjs', 'export default [];\n');
write('.mocharc.json', '{}\n');
write('scripts/check.sh', '#!/bin/sh\nset -e\nfor f in src/*; do grep -q x "$f"; done\nnode scripts/report.js\n');
write('scripts/report.js', "require('./lib');\nconsole.log(1);\n".repeat(50));
write('scripts/lib.js', 'module.exports = 1;\n'.repeat(200));
write(
  'Makefile',
  `OBJ = ${Array.from({ length: 40 }, (_, at) => `o${at}.o`).join(' ')}\nall: $(OBJ)\n\tcc -o app $(OBJ)\n%.o: %.c\n\tcc -c $< -o $@\n`,
);
write('self.sh', 'sh self.sh; . ./self.sh; sh self.sh\n');
write('pipe.sh', '');
rmSync(join(folder, 'pipe.sh'));
if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.sh')]);
write('big.sh', '');
truncateSync(join(folder, 'big.sh'), 50_000_000);
write(
  'many.sh',
  Array.from({ length: 100_000 }, (_, at) => `sh f${at}.sh`)
    .join('\n')
    .slice(0, 99_000),
);

function once(line: string): { readonly ms: number; readonly nodes: number } {
  const analysis = analyse(line, 'bash', { cwd: folder, home: machine.homeDirectory });
  const started = performance.now();
  const files = diskSnapshot(disk, machine, new WalkBudget(clock), new WalkBudget(clock));
  const { closure } = closureOf(analysis, [], { files, machine });
  return { ms: performance.now() - started, nodes: nodesOf(closure).length };
}

try {
  for (const line of ['npm test', 'make', 'sh self.sh', 'sh pipe.sh', 'sh big.sh', 'sh many.sh']) {
    const cold = once(line);
    const times = Array.from({ length: ROUNDS }, () => once(line).ms).sort((one, other) => one - other);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
    console.log(
      `closure of ${line}: ${cold.nodes} nodes, first ${cold.ms.toFixed(1)} ms, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
