import {
  foldersOf,
  inFolders,
  makeWord,
  programName,
  textWord,
  writtenText,
  type CommandContext,
  type InlineCode,
  type SimpleCommand,
  type Word,
} from '../model/analysis';
import { dialectOf } from '../dialects/dialects';
import { DECLARATIONS } from './builtinEffects';
import { calledScripts } from './codeCalls';
import type { CommandPlace, CommandReading, RunPlace } from './commandPlace';
import { Listing } from '../model/listing';
import type { OpenedCommand, OpenedScript } from '../openers/opener';
import { openerFor } from '../openers/openers';
import { printedText, substitutedScript } from '../reading/printedText';
import { applyEffects, eachFolder, objectToAssignment, withoutKeptNames } from './shellEffects';
import {
  bothWays,
  forgetEverything,
  unlessRedirectionFails,
  variableIn,
  type Outcome,
  type ShellState,
} from './shellState';
import { enterFolder } from './workingFolder';

const DEEPEST_OPENING = 8;
/** `sudo env nice ...`. */
const MOST_WRAPPERS = 24;

export function runCommand(reading: CommandReading, state: ShellState, at: RunPlace): Outcome {
  const { redirections } = reading.command;
  const own = redirections.slice(0, redirections.length - at.place.redirections.length);
  return unlessRedirectionFails(listCommand(reading, state, at), own, state);
}

function listCommand(reading: CommandReading, state: ShellState, at: RunPlace): Outcome {
  const { command, afterAssignments, hasDeclared } = reading;
  const { listing, place } = at;
  const name = command.words[0]?.text;
  listing.addCommand(command);
  if (listing.isFull) return bothWays(state);
  objectToCommand(command, at);
  if (hasDeclared && !DECLARATIONS.has(name ?? '')) {
    listing.doubt('an assignment behind a command', at.fragment, command.position);
  }
  if (command.words.length === 0) {
    if (command.assignments.length === 0) return bothWays(state);
    if (place.isSameShell) listing.changesShell = true;
    for (const assignment of command.assignments) {
      objectToAssignment(assignment.name, assignment.value.text, command, at);
    }
    return bothWays(withoutKeptNames(afterAssignments, state, command, listing));
  }
  const outside = applyEffects(command, state, at);
  const outcome = openCommand(command, state, at, 0) ?? outside;
  if (name !== undefined && listing.functions.has(name)) return bothWays(forgetEverything(state));
  return outcome;
}

function objectToCommand(command: SimpleCommand, { script, listing, place, fragment }: RunPlace): void {
  const own = command.redirections.slice(0, command.redirections.length - place.redirections.length);
  const objection = dialectOf(script.shell)?.command({ ...command, redirections: own });
  if (objection !== undefined) listing.doubt(objection, fragment, command.position);
}

function openCommand(command: SimpleCommand, state: ShellState, at: RunPlace, wrappers: number): Outcome | undefined {
  const { listing } = at;
  const name = programName(command);
  if (name === undefined) return undefined;
  openSubstitutedInput(command, state, at);
  const opener = openerFor(name);
  if (opener === undefined) {
    if (name === 'eval') listing.doubt('eval', at.fragment, command.position);
    return undefined;
  }
  const opened = opener(command);
  if (opened === undefined) return undefined;
  if (wrappers > MOST_WRAPPERS) {
    listing.doubt('too many programs that run others', at.fragment, command.position);
    return undefined;
  }
  if (opened.unknown !== undefined) listing.doubt(opened.unknown, at.fragment, command.position);
  for (const code of opened.code ?? []) runCode({ ...code, command }, name, state, at);
  let outcome: Outcome | undefined;
  for (const inner of opened.commands ?? []) outcome = runOpened(inner, command, name, state, at, wrappers);
  for (const script of opened.scripts ?? []) runScript(script, command, name, state, at);
  return outcome;
}

/** With the programs that it visibly starts. */
function runCode(code: InlineCode, outerName: string, state: ShellState, at: RunPlace): void {
  at.listing.code.push(code);
  for (const text of calledScripts(code)) runScript({ text, shell: 'sh' }, code.command, outerName, state, at);
}

export function runsItsInput(command: SimpleCommand): boolean {
  const name = programName(command);
  if (name === 'source' || name === '.')
    return /^\/(?:dev\/(?:stdin|fd\/)|proc\/self\/fd\/)/.test(command.words[1]?.text ?? '');
  return name !== undefined && openerFor(name) !== undefined;
}

/** Lists what a text that it probably reads would run. The input is uncertain, so it stays not understood too. */
export function openInput(
  command: SimpleCommand,
  text: string,
  state: ShellState,
  at: Omit<RunPlace, 'fragment' | 'place'>,
): void {
  const name = programName(command) ?? '';
  const input = textWord(text, command.position);
  const place = { context: command.context, redirections: [], isSameShell: false };
  const inside = { ...at, place, fragment: writtenCommand(command) };
  if (name === 'source' || name === '.') {
    runScript({ text: input, shell: 'own' }, command, name, state, inside);
    return;
  }
  const opened = openerFor(name)?.({
    ...command,
    redirections: [{ operator: '<<<', descriptor: undefined, target: input }],
  });
  for (const script of opened?.scripts ?? []) {
    if (script.text === input) runScript(script, command, name, state, inside);
  }
  for (const code of opened?.code ?? []) if (code.text === input) runCode({ ...code, command }, name, state, inside);
  if (!/^g?xargs$/.test(name)) return;
  for (const inner of opened?.commands ?? []) runOpened(inner, command, name, state, inside, 1);
}

function writtenCommand({ words }: SimpleCommand): string {
  return words.map(({ raw }) => raw).join(' ');
}

/** `<( )` that is read as a file. */
function openSubstitutedInput(command: SimpleCommand, state: ShellState, at: RunPlace): void {
  const files = [...command.words.slice(1), ...command.redirections.map(({ target }) => target)];
  const file = files.find(({ pieces: [first] }) => first?.kind === 'value' && first.text.startsWith('<('));
  const text = file === undefined ? undefined : printedIn(file, at);
  if (text !== undefined) openInput(command, text, state, at);
}

/** Undefined: none, or unknown. */
function printedIn(word: Word, { listing, script, walkText }: RunPlace): string | undefined {
  const source = substitutedScript(word);
  if (source === undefined || script.depth >= DEEPEST_OPENING || !listing.takeInnerScript(source.length))
    return undefined;
  const printed = new Listing();
  walkText({ ...script, source, position: { fixed: word.position }, depth: script.depth + 1 }, [], printed, NOWHERE);
  return printedText(printed.commands);
}

/** Printed texts and known values; the rest as written. */
function likelyScript(word: Word, at: RunPlace): string {
  return word.pieces
    .map((piece) => {
      if (piece.kind !== 'value') return piece.text;
      const printed = printedIn(makeWord([piece], piece.text, word.position), at)?.replace(/\n+$/, '');
      // The program inserts others, as `xargs` does.
      return printed ?? (/^[$`]/.test(piece.text) ? piece.text : '${_:?}');
    })
    .join('');
}

const NOWHERE: CommandPlace = {
  context: {
    pipe: undefined,
    conditional: false,
    substitution: true,
    function: undefined,
    background: false,
    via: [],
    asOtherUser: false,
    elsewhere: undefined,
  },
  redirections: [],
  isSameShell: false,
};

function runOpened(
  opened: OpenedCommand,
  outer: SimpleCommand,
  outerName: string,
  state: ShellState,
  at: RunPlace,
  wrappers: number,
): Outcome | undefined {
  const { listing } = at;
  const command: SimpleCommand = {
    words: opened.words,
    assignments: opened.assignments ?? [],
    redirections: outer.redirections,
    context: openedContext(opened, outer, outerName),
    ...inFolders(openedFolders(opened, outer)),
    position: opened.words[0]?.position ?? outer.position,
  };
  listing.addCommand(command);
  const [first] = command.words;
  if (listing.isFull || first === undefined) return undefined;
  const runsBuiltins = outerName === 'command' || outerName === 'builtin';
  const inner = { ...at, place: { ...at.place, isSameShell: at.place.isSameShell && runsBuiltins } };
  if (first.text === undefined && !runsBuiltins) {
    listing.doubt('a command whose name is only known when it runs', at.fragment, command.position);
  }
  if (runsBuiltins) objectToCommand(command, inner);
  const outside = runsBuiltins ? applyEffects(command, state, inner) : undefined;
  const inside = openCommand(command, state, inner, wrappers + 1);
  return runsBuiltins ? (inside ?? outside) : undefined;
}

function runScript(
  opened: OpenedScript,
  outer: SimpleCommand,
  outerName: string,
  state: ShellState,
  at: RunPlace,
): void {
  const { listing, script, walkText } = at;
  if (opened.text.text === undefined) {
    listing.doubt('a script that is only known when it runs', writtenText(opened.text), outer.position);
  }
  // The known part is listed.
  const source = opened.text.text ?? likelyScript(opened.text, at);
  if (script.depth >= DEEPEST_OPENING || !listing.takeInnerScript(source.length)) {
    listing.doubt('scripts in scripts, too many or too deep', source, outer.position);
    return;
  }
  const isHere = opened.elsewhere === undefined && outer.context.elsewhere === undefined;
  walkText(
    {
      source,
      shell: opened.shell === 'own' ? script.shell : opened.shell,
      homeFolder: isHere && keepsHome(opened, outer, state) ? script.homeFolder : undefined,
      position: { fixed: opened.text.position },
      depth: script.depth + 1,
    },
    openedFolders(opened, outer),
    listing,
    {
      context: openedContext(opened, outer, outerName),
      redirections: outer.redirections,
      isSameShell: at.place.isSameShell && outerName === 'eval',
    },
  );
}

function openedContext(
  { asOtherUser, elsewhere }: OpenedCommand | OpenedScript,
  { context }: SimpleCommand,
  outerName: string,
): CommandContext {
  return {
    ...context,
    via: [...context.via, outerName],
    asOtherUser: context.asOtherUser || asOtherUser === true,
    elsewhere: elsewhere ?? context.elsewhere,
  };
}

function openedFolders({ cwd, elsewhere }: OpenedCommand | OpenedScript, outer: SimpleCommand): readonly string[] {
  if (cwd === 'unknown') return [];
  const isElsewhere = elsewhere !== undefined;
  if (cwd === undefined) return isElsewhere ? [] : foldersOf(outer);
  const { text } = cwd;
  if (text === undefined) return [];
  const entered = (isElsewhere ? [undefined] : eachFolder(outer)).map((folder) => enterFolder(folder, text));
  const known = entered.filter((folder) => folder !== undefined);
  return known.length === entered.length ? known : [];
}

function keepsHome(opened: OpenedScript, outer: SimpleCommand, state: ShellState): boolean {
  if (opened.asOtherUser === true || outer.context.asOtherUser || variableIn(state, 'HOME') !== undefined) return false;
  // `env` may unset it.
  if (outer.context.via.includes('env') || outer.assignments.some(({ name }) => name === 'HOME')) return false;
  return true;
}
