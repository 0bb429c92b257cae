/** The gate's own settings variable and its socket. */
import { opensForWriting, programName, writtenText, type Word } from '../../shell/analysis';
import type { FloorHit } from '../files/fileFloor';
import { startsWith } from '../files/homeFolders';
import { foldedSegments } from '../files/pathText';
import { resolvePath } from '../files/pathResolution';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const VARIABLE: CommandRule = { check: 'settings-variable', remedy: 'Set the variable yourself if you want it.' };

const DOORS: CommandRule = {
  check: 'gate-doors',
  remedy: 'Use the Auto Mode panel or its commands; only the user does that.',
};

const NAME = 'AUTOMODE_SETTINGS_JSON';

/** Programs whose words are text that they print, search for or keep. */
const TAKES_TEXT: ReadonlySet<string> = new Set([
  ...[
    'echo',
    'printf',
    'grep',
    'egrep',
    'fgrep',
    'rg',
    'ag',
    'ack',
    'git',
    'gh',
    'glab',
    'test',
    '[',
    'sed',
    'awk',
    'unset',
  ],
  ...[
    'printenv',
    'jq',
    'cat',
    'ls',
    'true',
    ':',
    'say',
    'notify-send',
    'claude',
    'codex',
    'gemini',
    'copilot',
    'opencode',
  ],
]);

const SETS = new RegExp(`(?:^|[\\s;"'=])(?:-e)?${NAME}\\+?=`, 'i');

function setsVariable(word: Word): boolean {
  const text = word.text ?? writtenText(word);
  return text.length > NAME.length && text.includes('=') && SETS.test(text.slice(0, 65_536));
}

export function settingsVariable(checked: CheckedCommand): FloorHit | undefined {
  const { program, args } = checked;
  const sets =
    checked.variables.some(({ name }) => name.toUpperCase() === NAME) ||
    (!TAKES_TEXT.has(program) && args.some(setsVariable)) ||
    writesSetting(checked);
  if (!sets) return undefined;
  return ruleHit(VARIABLE, `set ${NAME}, which overrides the gate's settings`, NAME);
}

/** Documents for people set nothing. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;

/** `echo NAME=value >> .env`: what it writes over a file as a whole is told with the file. */
function writesSetting({ command, program, args, line }: CheckedCommand): boolean {
  if (!['echo', 'printf', 'cat'].includes(program)) return false;
  const texts = program === 'cat' ? command.redirections.map(({ target }) => target) : args;
  if (!texts.some(setsVariable)) return false;
  const files = command.redirections.filter(opensForWriting).map(({ target }) => target);
  const next = line.commands[line.commands.indexOf(command) + 1];
  if (command.context.pipe !== undefined && next !== undefined && programName(next) === 'tee') {
    files.push(...next.words.slice(1).filter(({ text }) => text?.startsWith('-') !== true));
  }
  return files.some((file) => !PROSE.test(writtenText(file)) && !writtenText(file).startsWith('/dev/'));
}

/** Programs that talk to a socket that they are given. */
const CLIENTS: ReadonlySet<string> = new Set([
  'nc',
  'ncat',
  'netcat',
  'socat',
  'curl',
  'websocat',
  'wget',
  'telnet',
  'xh',
  'http',
]);

export function gateSocket({ command, program, args, line }: CheckedCommand): FloorHit | undefined {
  if (!CLIENTS.has(program)) return undefined;
  const { machine, files } = line;
  const gate = machine.gatePaths.map((path) => foldedSegments(path, machine.platform));
  const named = args.slice(0, 64).some((word) => {
    const text = writtenText(word);
    // `UNIX-CONNECT:/path,option`, `--unix-socket=/path`
    const path = /(?:^|[:=])([/~][^,\s]{1,1024})/.exec(text.slice(0, 2_048))?.[1];
    if (path === undefined || path.startsWith('//')) return false;
    return resolvePath(path, command.cwd, machine, files).candidates.some((candidate) =>
      gate.some((place) => startsWith(foldedSegments(candidate, machine.platform), place)),
    );
  });
  return named ? ruleHit(DOORS, "talk to the gate's own socket", writtenCommand(command)) : undefined;
}
