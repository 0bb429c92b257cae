/** A list of good: with any other program the closure is incomplete. */
import { programName, type Analysis, type SimpleCommand } from '../shell/model/analysis';
import { readingsOf } from '../shell/calls/readings';
import { proveReadOnly } from '../shell/proof/readOnlyProof';
import { prefixObjection } from '../shell/proof/assignmentProof';
import { settingObjection } from '../shell/proof/settingObjection';
import { PROGRAMS } from '../facts/programs';
import { isSystemProgram } from './scriptRuns';

/** They change files or send input, and run nothing that a file names. */
const PLAIN = new Set(
  'rm rmdir mkdir touch cp mv ln chmod chown tee truncate install curl wget git cd pushd popd export exit return set shift wait kill sleep'.split(
    ' ',
  ),
);
/** They are configuration or programs. */
const CONFIGURED =
  /^(?:-K|--config|--execute|-e|--use-askpass|--engine|--exec-path|--upload-pack|--receive-pack)(?:=|$)/;

/** @returns why not, as a sentence without full stop */
export function unknownPart(command: SimpleCommand, analysis: Analysis, runsText: boolean): string | undefined {
  const [name] = command.words;
  const assigned = command.assignments
    .map((assignment) =>
      name === undefined ? settingObjection(assignment.name, assignment.value.text) : prefixObjection(assignment),
    )
    .find((why) => why !== undefined);
  if (assigned !== undefined) return sentence(assigned);
  if (name === undefined) return undefined;
  if (name.text === undefined) return 'A program is only known when it runs';
  if (command.context.elsewhere !== undefined)
    return `A part runs elsewhere (${command.context.elsewhere.slice(0, 200)}), where files are not looked at`;
  if (runsText) return undefined;
  const program = programName(command) ?? '';
  if (name.text.includes('/') && !isSystemProgram(name.text)) return `${program} is a program by itself`;
  if (PROGRAMS.wrappers.has(program) || isTextShell(command, program)) return undefined;
  if (proveReadOnly(alone(command, analysis)).proven) return undefined;
  return isPlain(command, program)
    ? undefined
    : `Nothing is known of what ${JSON.stringify(program.slice(0, 100))} runs`;
}

function isPlain(command: SimpleCommand, program: string): boolean {
  if (!PLAIN.has(program)) return false;
  const calls = readingsOf(command);
  return (
    calls.length > 0 &&
    calls.every(({ unlisted, options }) => unlisted.length === 0 && !options.some(({ name }) => CONFIGURED.test(name)))
  );
}

/** Its text is in the line. */
function isTextShell({ words }: SimpleCommand, program: string): boolean {
  return PROGRAMS.shells.has(program) && words.some(({ text }) => /^-[a-z]*c$/.test(text ?? ''));
}

const proofs = new WeakMap<SimpleCommand, Analysis>();

function alone(command: SimpleCommand, analysis: Analysis): Analysis {
  let part = proofs.get(command);
  if (part === undefined) {
    part = { ...analysis, commands: [command], code: [], unknown: [] };
    proofs.set(command, part);
  }
  return part;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
