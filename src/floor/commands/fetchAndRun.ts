import { PROGRAMS } from '../../facts/programs';
import { programName, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { readOptions } from '../../calls/command/optionReading';
import { feedersOf } from './pipeline';

const RULE: CommandRule = {
  check: 'fetch-and-run-as-root',
  remedy: 'Download the script to a file, show it, and let the user run it with those rights.',
};

const FETCHERS: ReadonlySet<string> = new Set([
  ...[
    'curl',
    'wget',
    'wget2',
    'fetch',
    'http',
    'https',
    'xh',
    'aria2c',
    'lwp-request',
    'GET',
    'lynx',
    'w3m',
    'nc',
    'ncat',
    'axel',
  ],
]);

function runsScript(program: string): boolean {
  return PROGRAMS.shells.has(program) || PROGRAMS.isInterpreter(program);
}

const SUBSTITUTED_FETCH = /^(?:["']?)(?:\$\(|`|<\()\s*(?:curl|wget|fetch)\b/;

export function fetchAndRun(checked: CheckedCommand): FloorHit | undefined {
  const { command, line } = checked;
  const run = interpreterAsRoot(checked);
  if (run === undefined) return undefined;
  const hit = (): FloorHit =>
    ruleHit(RULE, 'run what it fetches from the network with the rights of root', writtenCommand(command));
  if (run.some(({ pieces }) => pieces.some((piece) => piece.kind === 'value' && SUBSTITUTED_FETCH.test(piece.text))))
    return hit();
  const herestring = command.redirections.some(({ target }) =>
    target.pieces.some((piece) => piece.kind === 'value' && SUBSTITUTED_FETCH.test(piece.text)),
  );
  if (herestring) return hit();
  return readsScriptFromInput(run) && feedersOf(command, line.commands).some(isFetcher) ? hit() : undefined;
}

function isFetcher(command: SimpleCommand): boolean {
  return FETCHERS.has(programName(command) ?? '');
}

/** Undefined: not as root. */
function interpreterAsRoot({ command, program, args }: CheckedCommand): readonly Word[] | undefined {
  if (runsScript(program)) return command.context.asOtherUser ? args : undefined;
  if (!PROGRAMS.becomers.has(program)) return undefined;
  if (program === 'su') return args;
  const { operands } = readOptions(args, { short: 'ugphCTRDrtc', stopAtOperand: true });
  const from = operands.findIndex(({ text }) => text === undefined || !/^\w+=/.test(text));
  const inner = operands[from]?.text;
  if (inner === undefined) return args.some(({ text }) => /^-[A-Za-z]*[si]$/.test(text ?? '')) ? [] : undefined;
  return runsScript(inner.slice(inner.lastIndexOf('/') + 1)) ? operands.slice(from + 1) : undefined;
}

function readsScriptFromInput(words: readonly Word[]): boolean {
  const { options, operands } = readOptions(words, { short: 'oOWXI', long: ['--rcfile', '--init-file'] });
  if (options.some(({ name }) => name === '-s')) return true;
  if (options.some(({ name }) => name === '-c' || name === '-e' || name === '-m' || name === '--eval')) return false;
  const [first] = operands;
  return first === undefined || first.text === '-' || first.text === '/dev/stdin' || first.text === '/proc/self/fd/0';
}
