import { changesFile, type FileChange, type FileTouch } from '../../files/fileTouch';
import { isPatch, patchTouches } from '../../files/patchText';
import { LONGEST_PATH_TEXT } from '../../files/pathText';
import type { JsonObject, JsonValue } from '../../common/json';
import { isForReaders } from './textFields';
import { InputProblem } from '../../common/inputProblem';

const READING = wordSet('read get list search view find grep stat show describe query cat tree');
const SEARCHING = wordSet('search grep');
const CHANGING = wordSet(
  'write edit set update create make mkdir new add append insert put post save store patch apply modify ' +
    'change replace overwrite copy cp upload download sync install run exec execute link chmod restore ' +
    'reset revert extract convert format',
);
const REMOVING = wordSet('delete del remove rm rmdir unlink trash erase purge clean clear move mv rename');

const PATH_KEY = /path|file|uri|dir|folder|target|dest|source|location/i;
const LIKE_A_PATH = /^(?:[~.]|[/\\]|[A-Za-z]:[/\\]|file:)|[/\\]\./i;
const WEB_ADDRESS = /^\s*(?:https?|wss?):\/\//i;
/** Each asks the disk and meets every rule. */
const MAX_PATHS = 300;

/**
 * Path-like strings, only to block.
 * @throws InputProblem for too many
 */
export function guessedTouches(tool: string, input: JsonObject): readonly FileTouch[] {
  const paths = new Set<string>();
  const patched: FileTouch[] = [];

  function visit(value: JsonValue, key: string): void {
    if (typeof value === 'string') {
      if (isForReaders(key) || WEB_ADDRESS.test(value)) return;
      if (looksLikePath(value, key)) paths.add(value);
      else if (isPatch(value)) patched.push(...patchTouches(value));
      if (paths.size + patched.length > MAX_PATHS) throw new InputProblem(`input names more than ${MAX_PATHS} paths`);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) visit(item, key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) visit(item, name);
    }
  }

  visit(input, '');
  const changes = guessedChanges(tool);
  return [...patched, ...[...paths].flatMap((path) => changes.map((change) => touch(path, change)))];
}

export function onlyReads(tool: string): boolean {
  return !guessedChanges(tool).some(changesFile);
}

/** Perhaps with hidden files. */
function touch(path: string, change: FileChange): FileTouch {
  if (change !== 'read' && change !== 'search') return { path, change };
  const wildcard = path.search(/[*?{]/);
  if (wildcard === -1) return change === 'read' ? { path, change } : { path, change, includeHidden: true };
  const slash = Math.max(path.lastIndexOf('/', wildcard), path.lastIndexOf('\\', wildcard));
  return { path: slash === -1 ? '.' : path.slice(0, slash + 1), change: 'search', includeHidden: true };
}

/** It only reads if its name says no more. */
function guessedChanges(tool: string): readonly FileChange[] {
  const own = wordsOf(tool.startsWith('mcp__') ? tool.slice(tool.lastIndexOf('__') + 2) : tool);
  const all = wordsOf(tool.startsWith('mcp__') ? tool.slice(tool.indexOf('__', 'mcp__'.length)) : tool);
  const removes = all.some((word) => REMOVING.has(word));
  if (READING.has(own[0] ?? '') && !removes && !all.some((word) => CHANGING.has(word))) {
    return own.some((word) => SEARCHING.has(word)) ? ['read', 'search'] : ['read'];
  }
  return removes ? ['read', 'overwrite', 'delete'] : ['read', 'overwrite'];
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function looksLikePath(value: string, key: string): boolean {
  const text = value.trim();
  if (text === '' || text.length > LONGEST_PATH_TEXT || text.includes('\n')) return false;
  return LIKE_A_PATH.test(text) || PATH_KEY.test(key);
}
