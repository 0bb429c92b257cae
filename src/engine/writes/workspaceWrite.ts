import {
  opensForWriting,
  programName,
  writtenText,
  type Redirection,
  type SimpleCommand,
  type Word,
} from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { writtenTexts } from '../../calls/command/shellWrittenText';
import { workspaceEditVerdict } from '../edits/workspaceEdit';
import type { CallContext } from '../model/stage';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import { ActObjection, ActReader, type Act } from './acts';
import { besideObjection, isNamedLikeOption } from './besideWrites';
import { conflictOf } from './conflicts';
import { endlessObjection, feedsItself, type Written } from './endlessWrites';
import { isWriter, writerCall, type Writing } from './writerCall';

export interface WriteObjection {
  /** Ends "Not an ordinary change of the workspace: …". */
  readonly why: string;
  readonly fragment: string;
}

export type WorkspaceWrite =
  | { readonly allowed: true; readonly acts: readonly Act[] }
  | {
      readonly allowed: false;
      readonly acts: readonly Act[];
      /** Undefined: writes no file, or is not understood. */
      readonly objection: WriteObjection | undefined;
    };

/** Rules and floor come before. */
export function workspaceWrite(line: CommandLine, context: CallContext): WorkspaceWrite {
  const { analysis, use } = line;
  const acts: Act[] = [];
  const refused = (why: string, fragment: string): WorkspaceWrite => ({
    allowed: false,
    acts,
    objection: { why, fragment },
  });
  const hasWriter = analysis.commands.some((command) => isWriter(command) || command.redirections.some(writesFile));
  if (!hasWriter || use.oddField !== undefined || analysis.unknown.length > 0) {
    return { allowed: false, acts, objection: undefined };
  }
  const { machine, files, writes } = context.gate;
  const makesFolders = analysis.commands.some((command) => programName(command) === 'mkdir');
  const reader = new ActReader(machine, files, makesFolders);
  const texts = writtenTexts(analysis);
  const taken: Written[] = [];
  for (const command of analysis.commands) {
    const before = reader.acts.length;
    const reading = takeCommand(command, reader, texts, machine.platform);
    const why = typeof reading === 'string' ? reading : endlessObjection(command, analysis);
    if (typeof reading === 'string' || why !== undefined) return refused(why ?? '', wordsOf(command));
    // Others replace the file or copy it.
    const printsOn = !isWriter(command) || programName(command) === 'tee';
    const all = reader.acts.slice(before);
    taken.push({ reading, acts: printsOn ? all : [], all });
  }
  acts.push(...reader.acts);
  for (const deed of new Set(acts.map((act) => act.deed))) {
    const own = acts.filter((act) => act.deed === deed && act.changes);
    const [first] = own;
    if (first === undefined) continue;
    const touches = own.map(({ touch }) => touch);
    const verdict = workspaceEditVerdict({ touches, by: 'other' }, context.configuration, machine, files, writes);
    if (!verdict.allowed) return refused(verdict.why, first.touch.path);
    if (own.some(isNamedLikeOption)) return refused('a name looks like an option', first.touch.path);
  }
  const fed = feedsItself(taken, machine, files);
  if (fed !== undefined) return refused('the line reads what it writes', fed.touch.path);
  const conflict = conflictOf(acts, machine.platform);
  if (conflict !== undefined) return refused('another part of the line changes the same place', conflict.touch.path);
  for (const command of analysis.commands) {
    const why = isWriter(command) ? undefined : besideObjection(command, acts);
    if (why !== undefined) return refused(why, wordsOf(command));
  }
  const objection = readOnlyObjection(
    { ...line, analysis: { ...analysis, commands: taken.map(({ reading }) => reading) } },
    readOnlyPlace(context),
  );
  return objection === undefined ? { allowed: true, acts } : { allowed: false, acts, objection };
}

/** @returns the command without its changes, which must only read, or the end of a sentence */
function takeCommand(
  command: SimpleCommand,
  reader: ActReader,
  texts: ReadonlyMap<Word, string>,
  platform: NodeJS.Platform,
): SimpleCommand | string {
  const writing = isWriter(command) ? writerCall(command, platform) : undefined;
  if (typeof writing === 'string') return writing;
  if (command.context.elsewhere !== undefined) return 'it runs elsewhere';
  const outputs = command.redirections.filter(writesFile);
  if (outputs.some(({ operator }) => operator === '<>')) return 'it opens a file for reading and writing';
  try {
    const all = [...(writing?.writings ?? []), ...outputs.map(writingOf)];
    for (const one of all) reader.read(one, command, one.kind === 'overwrite' ? texts.get(one.textOf) : undefined);
  } catch (error) {
    if (error instanceof ActObjection) return error.message;
    throw error;
  }
  return {
    ...command,
    words: writing?.reading ?? command.words,
    redirections: command.redirections.filter((redirection) => !writesFile(redirection)),
  };
}

function writesFile(redirection: Redirection): boolean {
  return opensForWriting(redirection) && redirection.target.text !== '/dev/null';
}

function writingOf({ operator, target }: Redirection): Writing {
  return operator === '>>' || operator === '&>>'
    ? { kind: 'append', path: target }
    : { kind: 'overwrite', path: target, textOf: target };
}

function wordsOf({ words }: SimpleCommand): string {
  return words.map(writtenText).join(' ');
}
