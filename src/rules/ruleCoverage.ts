import { MAX_PATTERN_CHARACTERS } from '../files/globs';
import type { PermissionRule } from './permissionRule';
import { starPattern } from '../common/starPattern';

const CHANGED_BY_EDIT = new Set(['edit', 'write', 'delete']);
const READ = new Set(['read', 'search']);
const SHELLS = new Set(['bash', 'powershell']);

/**
 * A deny or ask rule catches every call of another rule, by their texts. False if unknown: only a hint for authors.
 * @param matching of the covered rule: `narrowly` for allow, `broadly` for deny and ask
 */
export function coversWholly(
  cover: PermissionRule,
  covered: PermissionRule,
  matching: 'narrowly' | 'broadly',
): boolean {
  if (!coversTool(cover, covered)) return false;
  if (cover.pattern === undefined || cover.pattern === covered.pattern) return true;
  if (covered.pattern === undefined) return false;
  if (isForFiles(covered)) return cover.tool !== '*' && coversPaths(cover.pattern, covered.pattern);
  // It also means spellings that the other's text may miss.
  if (matching === 'broadly' && (SHELLS.has(covered.tool) || covered.kind === undefined)) return false;
  return coversTexts(cover.pattern, covered.pattern);
}

function coversTool({ tool }: PermissionRule, covered: PermissionRule): boolean {
  if (tool === '*' || tool === covered.tool) return true;
  if (tool === 'edit' || tool === 'write') return CHANGED_BY_EDIT.has(covered.tool);
  return tool === 'read' && READ.has(covered.tool);
}

function isForFiles({ tool }: PermissionRule): boolean {
  return CHANGED_BY_EDIT.has(tool) || READ.has(tool);
}

/** Here a `*` of the covered pattern is literal. */
function coversTexts(cover: string, covered: string): boolean {
  if (/[?[\\]/.test(cover) || /[[\\]/.test(covered) || covered.length > MAX_PATTERN_CHARACTERS) return false;
  return starPattern(cover)(covered);
}

function coversPaths(cover: string, covered: string): boolean {
  const folder = cover.slice(0, -'/**'.length);
  // Cheap: hardly any pair is related.
  if (!covered.startsWith(folder) || !cover.endsWith('/**') || /[*?[\\]/.test(folder)) return false;
  if (covered !== folder && covered.charAt(folder.length) !== '/') return false;
  return !cover.split('/').includes('..') && !covered.split('/').includes('..');
}
