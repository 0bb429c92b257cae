// @ts-check
/**
 * `npm run test:unit`: the tests that need no VS Code. `npm run test:unit -- FILE...` runs just these files; mocha's own options may
 * come along.
 * Several at a time, more than there are cores: many wait for a server or a process that they started.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../runCommand.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const asked = process.argv.slice(2);
const hasFiles = asked.some((word) => word.endsWith('.ts'));
const files = hasFiles ? asked : [...asked, join('test', 'unit', '**', '*.test.ts')];
const mocha = ['--import', 'tsx', join('node_modules', 'mocha', 'bin', 'mocha.js')];
const options = ['--config', join('test', 'unit', '.mocharc.json'), ...(hasFiles ? [] : ['--parallel', '--jobs', '3'])];
const { code } = await runCommand(process.execPath, [...mocha, ...options, ...files], { cwd: ROOT, inherit: true });
process.exitCode = code ?? 1;
