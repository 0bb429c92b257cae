/** Tries each toolchain outside and contained, and prints a table. `npm run toolchains -- jest vite`: only these. */
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureSandbox } from '../../scripts/toolchain/sandbox.mjs';
import { ensureTriedPackages, ensureTriedSystemPackages } from '../../scripts/toolchain/triedPackages.mjs';
import { COMPILED } from './projects/compiled';
import { JAVASCRIPT_TESTS } from './projects/javascriptTests';
import { JAVASCRIPT_TOOLS } from './projects/javascriptTools';
import { PYTHON } from './projects/python';
import { SCRIPTING } from './projects/scripting';
import { TriedProject, type Tried } from './triedProject';

const TOOLCHAINS = [...JAVASCRIPT_TESTS, ...JAVASCRIPT_TOOLS, ...PYTHON, ...COMPILED, ...SCRIPTING];

async function main(wanted: readonly string[]): Promise<void> {
  await ensureSandbox(log);
  await ensureTriedSystemPackages(log);
  const packages = await ensureTriedPackages(log);
  const root = mkdtempSync(join(dirname(dirname(packages)), 'toolchain-runs-'));
  try {
    const project = new TriedProject(root, packages);
    console.log('| toolchain | version | works contained | outside ms | added ms |\n| --- | --- | --- | --: | --: |');
    for (const toolchain of TOOLCHAINS) {
      if (wanted.length > 0 && !wanted.some((word) => toolchain.name.includes(word))) continue;
      const result = await project.tried(toolchain);
      console.log(row(toolchain.name, result));
      for (const report of result.falseReports) log(`${toolchain.name}: said to be stopped at ${report}`);
      if (result.problem === undefined) continue;
      log(`${toolchain.name} ${result.problem}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

function row(name: string, { version, problem, outsideMilliseconds, containedMilliseconds }: Tried): string {
  const works = version === undefined ? 'not installed' : problem === undefined ? 'yes' : 'no';
  const added = Math.round(containedMilliseconds - outsideMilliseconds);
  const times = works === 'yes' ? [Math.round(outsideMilliseconds), added] : ['', ''];
  return `| ${[name, version ?? '', works, ...times].join(' | ')} |`;
}

void main(process.argv.slice(2));
