/** Asks real bash whether an analysis tells everything. */
import { availableParallelism } from 'node:os';
import { analyse } from '../../src/shell/analyse';
import type { Analysis } from '../../src/shell/model/analysis';
import { findMisses } from './coverage';
import { BashSandbox, FOLDER, HOME, RUNS, SandboxRoot, type Observation, type Run } from './sandbox/bashSandbox';

const ALL_RUNS = Object.keys(RUNS) as Run[];

export interface Check {
  readonly line: string;
  readonly isUnknown: boolean;
  /** What bash did that the analysis does not tell; empty for an unknown line, which is not run. */
  readonly misses: readonly string[];
}

export class Oracle {
  readonly #root: SandboxRoot;
  readonly #sandboxes: readonly BashSandbox[];

  private constructor(root: SandboxRoot, sandboxes: readonly BashSandbox[]) {
    this.#root = root;
    this.#sandboxes = sandboxes;
  }

  /** @throws {SandboxUnavailable} */
  static async open(): Promise<Oracle> {
    const root = await SandboxRoot.make();
    try {
      const sandboxes = [await BashSandbox.start(root)];
      while (sandboxes.length < Math.min(4, availableParallelism())) sandboxes.push(await BashSandbox.start(root));
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
          checks[index] = await check(lines[index] ?? '', sandbox);
        }
      }),
    );
    return checks;
  }
}

async function check(line: string, sandbox: BashSandbox): Promise<Check> {
  const analysis = analyseThere(line);
  if (analysis.unknown.length > 0) return { line, isUnknown: true, misses: [] };
  const misses: string[] = [];
  for (const run of ALL_RUNS) misses.push(...findMisses(analysis, await sandbox.observe(line, run), run));
  return { line, isUnknown: false, misses: [...new Set(misses)] };
}

/** The line analysed for the place in which the sandbox runs it. */
export function analyseThere(line: string): Analysis {
  return analyse(line, 'bash', { cwd: FOLDER, home: HOME });
}
