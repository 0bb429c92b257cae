/** Asks a real shell whether an analysis tells everything. */
import { availableParallelism } from 'node:os';
import { analyse } from '../../src/shell/analyse';
import type { Analysis, Shell } from '../../src/shell/model/analysis';
import { findMisses } from './coverage';
import { ShellSandbox, FOLDER, HOME, RUNS, SandboxRoot, type Observation, type Run } from './sandbox/shellSandbox';
import { BASH, type TestedShell } from './sandbox/testedShells';

const ALL_RUNS = Object.keys(RUNS) as Run[];

export interface Check {
  readonly line: string;
  readonly isUnknown: boolean;
  /** What the shell did that the analysis does not tell; empty for an unknown line, which is not run. */
  readonly misses: readonly string[];
}

export class Oracle {
  readonly #root: SandboxRoot;
  readonly #sandboxes: readonly ShellSandbox[];

  private constructor(root: SandboxRoot, sandboxes: readonly ShellSandbox[]) {
    this.#root = root;
    this.#sandboxes = sandboxes;
  }

  /** @throws {SandboxUnavailable} */
  static async open(shell: TestedShell = BASH): Promise<Oracle> {
    const root = await SandboxRoot.make(shell);
    try {
      const sandboxes = [await ShellSandbox.start(root)];
      while (sandboxes.length < Math.min(4, availableParallelism())) sandboxes.push(await ShellSandbox.start(root));
      return new Oracle(root, sandboxes);
    } catch (error) {
      await root.remove();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#sandboxes.map((sandbox) => sandbox.stop()));
    await this.#root.remove();
  }

  observe(line: string, run: Run): Promise<Observation> {
    const [sandbox] = this.#sandboxes;
    if (sandbox === undefined) throw new Error('no sandbox');
    return sandbox.observe(line, run);
  }

  /** In the order of the lines. */
  async checkAll(lines: readonly string[]): Promise<Check[]> {
    const checks: Check[] = [];
    let next = 0;
    await Promise.all(
      this.#sandboxes.map(async (sandbox) => {
        for (let index = next++; index < lines.length; index = next++) {
          checks[index] = await check(lines[index] ?? '', sandbox, this.#root.shell);
        }
      }),
    );
    return checks;
  }
}

async function check(line: string, sandbox: ShellSandbox, shell: TestedShell): Promise<Check> {
  const analysis = analyseThere(line, shell.language);
  if (analysis.unknown.length > 0) return { line, isUnknown: true, misses: [] };
  const misses: string[] = [];
  const runs = shell.recordsBuiltins ? ALL_RUNS : ALL_RUNS.filter((run) => !run.startsWith('recorded'));
  for (const run of runs) misses.push(...findMisses(analysis, await sandbox.observe(line, run), run));
  return { line, isUnknown: false, misses: [...new Set(misses)] };
}

/** The line analysed for the place in which the sandbox runs it. */
export function analyseThere(line: string, shell: Shell = 'bash'): Analysis {
  return analyse(line, shell, { cwd: FOLDER, home: HOME });
}
