import { programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { LOCAL_JUDGE } from './localJudge';
import { readOptions } from '../../calls/command/optionReading';

const EVERYTHING: CommandRule = {
  check: 'kill-everything',
  remedy: 'Name the process that is meant by its number or by its command line.',
};

const EDITOR: CommandRule = {
  check: 'editor-signal',
  remedy: 'Ask the user to close or reload the window.',
};

const EDITOR_PROGRAM =
  /^(?:code|cursor|electron|code-oss|trae|kiro|antigravity|positron|visual studio code.*|code helper.*|cursor helper.*)$/;

/** Only in the editor's command lines. */
const EDITOR_TRACE =
  /extension-?host|vscode|vscodium|\bcodium\b|code-insiders|code-server|windsurf|bootstrap-fork|code helper|visual studio code|server-main\.js|ptyhost|auto-mode/;

const NAMES_VALUED = {
  short: 'sugGPtUFcr',
  long: ['--signal', '--user', '--parent', '--group', '--session', '--terminal', '--pidfile', '--ns'],
};

export function signals(checked: CheckedCommand): FloorHit | undefined {
  const { command, program } = checked;
  switch (program) {
    case 'kill':
      return killed(checked);
    case 'killall5':
      return ruleHit(EVERYTHING, 'end every process', writtenCommand(command));
    case 'pkill':
    case 'killall':
    case 'skill':
      return killedByName(checked);
    case 'taskkill':
    case 'taskkill.exe':
      return killedImage(checked);
    case 'osascript':
      return quit(checked);
    case 'xdotool':
    case 'ydotool':
    case 'wmctrl':
      return steersWindow(checked);
    default:
      return undefined;
  }
}

/** Signal 0 asks for existence. */
const ASKS = /^-(?:0|l|L)$/;
/** They reload or wake. */
const TELLS = /^-?(?:SIG)?(?:HUP|USR1|USR2|CONT|WINCH|CHLD|0)$|^-(?:1|10|12|17|18|28)$/;
/** A login or the machine ends with them. */
const FIRST_PROCESS = /^\^?(?:systemd|init|launchd|loginwindow|WindowServer|Xorg)\$?$/;

function killed({ command, args, line }: CheckedCommand): FloorHit | undefined {
  if (args.some(({ text }) => ASKS.test(text ?? ''))) return undefined;
  if (targets(args).some(({ text }) => text === '-1')) {
    return ruleHit(EVERYTHING, 'end every process that the user may end', writtenCommand(command));
  }
  if (!args.some(({ text }) => TELLS.test(text ?? '')) && targets(args).some(({ text }) => text === '1')) {
    return ruleHit(EVERYTHING, 'end the first process, and with it all others', writtenCommand(command));
  }
  const editor = args.find((word) =>
    word.pieces.some((piece) => piece.kind === 'value' && /^\$\{?(?:PPID|VSCODE_PID|CURSOR_PID)\b/.test(piece.text)),
  );
  if (editor !== undefined)
    return ruleHit(EDITOR, 'end the agent or the editor that started it', writtenCommand(command));
  const [lookup] = args.some(({ text }) => text === undefined) ? line.editorLookups : [];
  return lookup === undefined ? undefined : editorHit(writtenCommand(lookup));
}

export function looksUpEditor(command: SimpleCommand): boolean {
  const program = programName(command);
  return (
    (program === 'pgrep' || program === 'pidof') && command.words.slice(1).some((word) => isEditor(writtenText(word)))
  );
}

function targets(args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args;
  const text = first?.text ?? '';
  if (text === '--') return rest;
  if (text === '-s' || text === '-n' || text === '--signal') return rest.slice(1);
  if (text.startsWith('-') && text !== '-1') return rest;
  // `kill -1` alone names no process; else it hangs up.
  return rest.length > 0 ? rest : args;
}

function killedByName({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const words = readOptions(
    args.filter(({ text }) => !/^-(?:\d+|(?:SIG)?[A-Z]{3,}\d?)$/.test(text ?? '')),
    // `-r` takes names for patterns.
    program === 'killall' ? { ...NAMES_VALUED, short: 'sugoy' } : NAMES_VALUED,
  );
  const tells = args.some(({ text }) => TELLS.test(text ?? ''));
  if (args.some(({ text }) => ASKS.test(text ?? ''))) return undefined;
  const names = program === 'killall' ? words.operands : words.operands.slice(-1);
  for (const word of names) {
    const name = writtenText(word);
    if (isEditor(name)) return editorHit(writtenCommand(command));
    if (LOCAL_JUDGE.pattern.test(name)) {
      return judgeHit(writtenCommand(command));
    }
    if (/^[.^$*]*$/.test(name) || (!tells && FIRST_PROCESS.test(name)))
      return ruleHit(EVERYTHING, 'end every process that the user may end', writtenCommand(command));
  }
  const byUser = words.options.some(
    ({ name }) => name === '-u' || name === '-U' || name === '--user' || name === '--euid',
  );
  return byUser && names.length === 0
    ? ruleHit(EVERYTHING, 'end every process of a user', writtenCommand(command))
    : undefined;
}

function killedImage({ command, args }: CheckedCommand): FloorHit | undefined {
  const images = args.map(({ text }) => (text ?? '').replace(/\.exe$/i, ''));
  if (images.some(isEditor)) return editorHit(writtenCommand(command));
  return images.some((image) => LOCAL_JUDGE.pattern.test(image)) ? judgeHit(writtenCommand(command)) : undefined;
}

function quit({ command, args }: CheckedCommand): FloorHit | undefined {
  const script = args
    .map(({ text }) => text ?? '')
    .join(' ')
    .slice(0, 8_192);
  if (!/\bquit\b|keystroke|key code|\bclick\b/i.test(script)) return undefined;
  if (/"(?:visual studio code|code|cursor|windsurf|vscodium)/i.test(script)) return editorHit(writtenCommand(command));
  return /"(?:ollama|lm studio|jan)"/i.test(script) ? judgeHit(writtenCommand(command)) : undefined;
}

/** Input there counts as the user's. */
function steersWindow({ command, args }: CheckedCommand): FloorHit | undefined {
  return args.some((word) => EDITOR_WINDOW.test(writtenText(word).slice(0, 512)))
    ? ruleHit(EDITOR, "type into the editor's window or close it", writtenCommand(command))
    : undefined;
}

const EDITOR_WINDOW = /visual studio code|\bcode - |\bvscode\b|vscodium|\bcursor\b|windsurf|auto mode:/i;

function editorHit(fragment: string): FloorHit {
  return ruleHit(EDITOR, 'end the editor or its extension host, and the gate with it', fragment);
}

function judgeHit(fragment: string): FloorHit {
  return ruleHit(LOCAL_JUDGE.rule, 'stop a model server on this machine, which may be the judge', fragment);
}

function isEditor(pattern: string): boolean {
  const plain = pattern
    .slice(0, 512)
    .toLowerCase()
    // The usual `[c]ode` avoids finding itself.
    .replace(/\[(.)\]/g, '$1')
    .replace(/^[\^.*]+|[$.*]+$/g, '');
  const name = plain.replace(/^.*\//, '');
  return EDITOR_PROGRAM.test(name) || EDITOR_TRACE.test(plain);
}
