import { Oracle } from './oracle';
import { SandboxUnavailable } from './sandbox/shellSandbox';
import { BASH, type TestedShell } from './sandbox/testedShells';

const IS_CI = !['', '0', 'false', undefined].includes(process.env['CI']);

/** The oracle for a suite. Where this machine has no sandbox its tests are reported as not run, under CI they fail. */
export async function openOracle(context: Mocha.Context, shell: TestedShell = BASH): Promise<Oracle> {
  try {
    return await Oracle.open(shell);
  } catch (error) {
    if (!(error instanceof SandboxUnavailable)) throw error;
    const why = `No sandbox in which ${shell.name} could be run: ${error.message}`;
    if (IS_CI) throw new Error(why, { cause: error });
    console.log(why);
    return context.skip();
  }
}
