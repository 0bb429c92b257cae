/** By special programs, or by patterns. */
import { writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { hasAny, readOptions } from '../../calls/command/optionReading';

const RULE: CommandRule = { check: 'process-memory', remedy: 'Ask the user for the value that is needed.' };

const PROCESS_FILE =
  /^(?:[a-z-]+=)?(?:\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?root)*\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(?:environ|mem)$/;

/** Their words are text. */
const PRINTS: ReadonlySet<string> = new Set(['echo', 'printf', 'git', 'gh', 'test', '[', 'true', ':']);

export function processMemory({ command, program, args, line }: CheckedCommand): FloorHit | undefined {
  const named = PRINTS.has(program) ? undefined : args.find(isProcessFile);
  const redirected = command.redirections.find(
    ({ operator, target }) => operator !== '<<' && operator !== '<<<' && isProcessFile(target),
  )?.target;
  const file = named ?? redirected;
  if (file !== undefined || attaches(program, args, line.machine.platform)) {
    return ruleHit(
      RULE,
      "read the environment or memory of a running process, where other programs' secrets are",
      writtenCommand(command),
    );
  }
  return undefined;
}

function isProcessFile(word: Word): boolean {
  const text = word.text ?? writtenText(word);
  return text.includes('proc') && PROCESS_FILE.test(text.slice(0, 1_024));
}

function attaches(program: string, args: readonly Word[], platform: NodeJS.Platform): boolean {
  switch (program) {
    case 'ps':
      return showsEnvironment(args, platform);
    case 'gdb':
      return (
        hasAny(readOptions(args), '--pid') ||
        args.some(
          ({ text }, index) => /^-?-p(?:id)?(?:=|\d|$)/.test(text ?? '') || (index > 0 && /^\d+$/.test(text ?? '')),
        )
      );
    case 'lldb':
      return hasAny(readOptions(args), '-p', '--attach-pid', '-n', '--attach-name');
    case 'strace':
    case 'ltrace':
    case 'dtruss':
      return hasAny(readOptions(args, { short: 'abeEIoOPsSuUX', stopAtOperand: true }), '-p', '--attach');
    case 'gcore':
      return args.length > 0;
    case 'procdump':
      return args.some(({ text }) => /^\d+$/.test(text ?? '') || text === '-p' || text === '-w');
    default:
      return false;
  }
}

const PS_VALUED = 'oOpuUCtgGqsk';

/** Without a dash `e` does, as in `ps auxe`; on macOS `-E`. */
function showsEnvironment(args: readonly Word[], platform: NodeJS.Platform): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? '';
    if (text.startsWith('--')) continue;
    const letters = text.replace(/^-/, '');
    if (text.startsWith('-')) {
      if (platform === 'darwin' && /^[A-Za-z]*E/.test(letters)) return true;
      if (PS_VALUED.includes(letters.at(-1) ?? ' ')) at += 1;
    } else if (/^[A-Za-z]+$/.test(letters)) {
      const beforeValue = letters.replace(/[opUtkNqO].*$/s, '');
      if (beforeValue.includes('e')) return true;
      if (/[opUtkqO]$/.test(letters)) at += 1;
    }
  }
  return false;
}
