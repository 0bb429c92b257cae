import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What runs on `npm test` and `make`: package scripts, configured tools, scripts, modules, 40 targets. Returns its folder. */
export function closureProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'auto-mode-closure-'));
  const write = (path: string, text: string): void => {
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(join(folder, 'scripts'));
  const scripts = { pretest: 'npm run lint', lint: 'eslint .', test: 'mocha && sh scripts/check.sh' };
  write('package.json', JSON.stringify({ scripts }));
  write('eslint.config.mjs', 'export default [];\n');
  write('.mocharc.json', '{}\n');
  write('scripts/check.sh', '#!/bin/sh\nset -e\nfor f in src/*; do grep -q x "$f"; done\nnode scripts/report.js\n');
  write('scripts/report.js', "require('./lib');\nconsole.log(1);\n".repeat(50));
  write('scripts/lib.js', 'module.exports = 1;\n'.repeat(200));
  const objects = Array.from({ length: 40 }, (_, at) => `o${at}.o`).join(' ');
  write('Makefile', `OBJ = ${objects}\nall: $(OBJ)\n\tcc -o app $(OBJ)\n%.o: %.c\n\tcc -c $< -o $@\n`);
  return folder;
}

/** What a look must not follow to its end: a script that runs itself, a pipe, 50 MB, 100,000 names. */
export function addEndlessFiles(folder: string): void {
  writeFileSync(join(folder, 'self.sh'), 'sh self.sh; . ./self.sh; sh self.sh\n');
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.sh')]);
  writeFileSync(join(folder, 'big.sh'), '');
  truncateSync(join(folder, 'big.sh'), 50_000_000);
  const names = Array.from({ length: 100_000 }, (_, at) => `sh f${at}.sh`);
  writeFileSync(join(folder, 'many.sh'), names.join('\n').slice(0, 99_000));
}
