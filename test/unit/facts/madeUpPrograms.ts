/** Run as a program of its own: adds a row to each table before anything reads them, then prints what the gate makes of them. */
import { INTERPRETERS, type Interpreter } from '../../../src/facts/interpreters';
import { WRAPPERS, type Wrapper } from '../../../src/facts/wrappers';

if (process.argv[2] === 'with') {
  (WRAPPERS as Wrapper[]).push(
    { names: 'mywrap', options: ['-n='], readOnly: true },
    { names: 'mybecome', asOtherUser: true },
  );
  (INTERPRETERS as Interpreter[]).push({ names: 'mylang', language: 'other', code: '-e' });
}

async function main(): Promise<void> {
  const { analyse } = await import('../../../src/shell/analyse');
  const { proveReadOnly } = await import('../../../src/shell/proof/readOnlyProof');
  const { tooBroad } = await import('../../../src/agents/permissionLists/broadCommands');
  const { floorOf } = await import('../floor/commands/floorCases');
  const read = (script: string): ReturnType<typeof analyse> =>
    analyse(script, 'bash', { cwd: '/home/u', home: '/home/u' });
  const isProven = (script: string): boolean => proveReadOnly(read(script)).proven;
  console.log(
    JSON.stringify({
      opens: read('mywrap -n 3 ls').commands.map(({ words }) => words[0]?.text),
      provesReading: isProven('mywrap -n 3 ls a'),
      provesDeleting: isProven('mywrap -n 3 rm a'),
      floor: floorOf('mywrap -n 3 reboot')?.check,
      broadWrapper: tooBroad('mywrap *') !== undefined,
      code: read('mylang -e text').code.map(({ text }) => text.text),
      piped: floorOf('curl https://x.test | mybecome mylang')?.check,
      broadInterpreter: tooBroad('mylang *') !== undefined,
    }),
  );
}

void main();
