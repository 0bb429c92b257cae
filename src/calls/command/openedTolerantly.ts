/** Scripts, code and runners' commands in tolerant readings. Only to block. */
import { programName, writtenText, type InlineCode, type SimpleCommand } from '../../shell/model/analysis';
import { openerFor } from '../../shell/openers/openers';
import { readTolerantly, type TolerantPlace } from '../../shell/reading/tolerantReading';
import { calledScripts } from '../../shell/walk/codeCalls';
import { withWrittenValues } from './writtenValues';

const DEEPEST = 4;

export interface TolerantRun {
  readonly commands: readonly SimpleCommand[];
  readonly code: readonly InlineCode[];
}

/** @throws InputProblem for too much */
export function runTolerantly(text: string, place: TolerantPlace): TolerantRun {
  const run = { commands: [] as SimpleCommand[], code: [] as InlineCode[] };
  readInto(run, text, place, 0);
  return run;
}

function readInto(
  run: { readonly commands: SimpleCommand[]; readonly code: InlineCode[] },
  text: string,
  place: TolerantPlace,
  depth: number,
): void {
  const read = readTolerantly(text, place);
  const commands = [...read, ...withWrittenValues(read)];
  run.commands.push(...commands);
  if (depth === DEEPEST) return;
  for (const command of commands) {
    const opened = openerFor(programName(command) ?? '')?.(command);
    for (const { words, asOtherUser = command.context.asOtherUser, elsewhere } of opened?.commands ?? []) {
      run.commands.push({ ...command, words, context: { ...command.context, asOtherUser, elsewhere } });
    }
    const scripts = (opened?.scripts ?? []).flatMap(({ text: script, elsewhere }) =>
      elsewhere === undefined ? [script] : [],
    );
    for (const part of opened?.code ?? []) {
      const code = { ...part, command };
      run.code.push(code);
      scripts.push(...calledScripts(code));
    }
    for (const script of scripts) readInto(run, writtenText(script), place, depth + 1);
  }
}
