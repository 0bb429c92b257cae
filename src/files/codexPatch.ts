/** Codex forgives blanks, quotes and missing ends; files in such texts are a guess. */

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';

/** Code settles no larger one. */
const MAX_SECTIONS = 100;

/** Linear time. */
export function isPlainCodexPatch(text: string): boolean {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length < 3 || lines[0] !== BEGIN || lines.at(-1) !== END) return false;
  let sections = 0;
  let inside: 'nothing' | 'add' | 'delete' | 'update' | 'hunks' = 'nothing';
  for (const line of lines.slice(1, -1)) {
    const started = sectionStart(line);
    if (started !== undefined) {
      sections += 1;
      inside = started;
    } else if (inside === 'update' && isNamed(line, MOVE)) {
      inside = 'hunks';
    } else if ((inside === 'update' || inside === 'hunks') && isHunkLine(line)) {
      inside = 'hunks';
    } else if (inside !== 'add' || !line.startsWith('+')) {
      return false;
    }
  }
  return sections > 0 && sections <= MAX_SECTIONS;
}

function sectionStart(line: string): 'add' | 'delete' | 'update' | undefined {
  if (isNamed(line, ADD)) return 'add';
  if (isNamed(line, DELETE)) return 'delete';
  return isNamed(line, UPDATE) ? 'update' : undefined;
}

/** Readers differ on blanks and control characters at the ends. */
function isNamed(line: string, prefix: string): boolean {
  const path = line.slice(prefix.length);
  return line.startsWith(prefix) && path !== '' && path === path.trim() && !/\p{Cc}/u.test(path);
}

function isHunkLine(line: string): boolean {
  // Tolerant readers see a section.
  if (/^\s+\*\*\*/.test(line)) return false;
  return line === '' || /^[ +-]/.test(line) || line === '@@' || line.startsWith('@@ ') || line === END_OF_FILE;
}
