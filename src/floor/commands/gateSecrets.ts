/** A program may use these files. */
import { wordPath } from '../../calls/command/shellWords';
import { resolvedTouches } from '../../calls/toolCall';
import { writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { fileFloor, type FloorHit } from '../files/fileFloor';
import { gatePlaces, liesAt } from '../files/gatePlaces';
import { foldedSegments } from '../../files/pathText';
import { ruleHit, writtenCommand, type CheckedCommand, type CheckedLine, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'gate-secrets',
  remedy: 'Leave the files of Auto Mode alone; nothing that an agent does needs them.',
};

/** They use only the name. */
const NAMES_ONLY: ReadonlySet<string> = new Set(
  'echo printf test [ [[ : true false ls dir stat du git gh basename dirname realpath readlink cd'.split(' '),
);

/** For any system. */
const LONGEST_PATH = 4_096;

export function gateSecrets({ command, program, args, line }: CheckedCommand): FloorHit | undefined {
  const { machine, files } = line;
  if (machine.secretGatePaths.length === 0 || NAMES_ONLY.has(program)) return undefined;
  if (command.context.elsewhere !== undefined) return undefined;
  const places = gatePlaces(machine, files).secret;
  const lastNames = places.map((place) => place.at(-1) ?? '');
  const isSecret = (path: string): boolean => {
    // Most words need no disk.
    const segments = foldedSegments(path, machine.platform);
    if (!lastNames.some((name) => segments.includes(name))) return false;
    return liesAt(path, command.cwd, places, machine, files);
  };
  return args.some((word) => pathsIn(word).some(isSecret) || mayBecomeSecret(word, command, line))
    ? ruleHit(RULE, "read the gate's own token or keys", writtenCommand(command))
    : undefined;
}

/** The shell replaces a pattern with what it finds. */
function mayBecomeSecret(word: Word, { cwd }: SimpleCommand, { machine, files }: CheckedLine): boolean {
  if (word.pieces.every(({ kind }) => kind !== 'glob')) return false;
  const { path } = wordPath(word, 0, cwd, machine.homeDirectory);
  if (path.length > LONGEST_PATH) return false;
  const touches = resolvedTouches([{ path, change: 'read', glob: true }], cwd, machine, files);
  return fileFloor(touches, machine, files)?.check === RULE.check;
}

/** Also `--file=x`, `FILE=x`, `x:/in/container`, `file:///x`. */
function pathsIn(word: Word): readonly string[] {
  const text = writtenText(word);
  const parts = text.replace(/file:\/\/(?:localhost)?(?=\/)/i, '').split(/[=:@,]/);
  return [...new Set([text, ...parts])].filter((part) => part !== '' && part.length <= LONGEST_PATH);
}
