/** Only these change freely: tools keep scripts, plugins and settings in others. */
import type { JsonObject, JsonValue } from '../../common/json';
import { parseJsonWithComments } from '../../files/jsonComments';
import type { KnownText } from '../../files/resultingText';

export type ManifestChange = 'ordinary' | 'changes what runs' | 'unknown';

const MAX_CHARACTERS = 500_000;

const INERT_FIELDS: ReadonlySet<string> = new Set([
  ...[
    'name',
    'version',
    'description',
    'keywords',
    'homepage',
    'bugs',
    'license',
    'licenses',
    'author',
    'contributors',
  ],
  ...[
    'maintainers',
    'funding',
    'repository',
    'private',
    'displayName',
    'categories',
    'icon',
    'galleryBanner',
    'badges',
  ],
  // Naming another own file does no more than editing it.
  ...['main', 'module', 'browser', 'exports', 'imports', 'types', 'typings', 'typesVersions', 'unpkg', 'jsdelivr'],
  ...['style', 'files', 'sideEffects'],
]);

/** Without a manifest, one above may take effect. */
export function manifestChange(before: KnownText, after: KnownText): ManifestChange {
  const was = before === 'absent' ? {} : manifest(before);
  const becomes = manifest(after);
  if (was === undefined || becomes === undefined) return 'unknown';
  const guarded = [...new Set([...Object.keys(was), ...Object.keys(becomes)])].filter(
    (name) => !INERT_FIELDS.has(name),
  );
  const same = guarded.every((name) => {
    const one = was[name];
    const other = becomes[name];
    return one !== undefined && other !== undefined && isSame(one, other);
  });
  return same ? 'ordinary' : 'changes what runs';
}

/** Undefined if JSON readers may disagree. */
function manifest(text: KnownText): JsonObject | undefined {
  if (typeof text === 'string' || text.text.length > MAX_CHARACTERS) return undefined;
  // Refuses deep nesting, repeated names, comments, trailing commas and byte order marks.
  if (parseJsonWithComments(text.text) === undefined) return undefined;
  const value = strictly(text.text);
  return value !== undefined && isObject(value) && !namesPrototype(value) ? value : undefined;
}

function strictly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A reader that assigns fields gets content from elsewhere. */
function namesPrototype(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => name === '__proto__' || namesPrototype(item));
}

/** The order counts: in some tables the first match wins. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left: [string, JsonValue][] = Object.entries(one);
  const right: [string, JsonValue][] = Object.entries(other);
  return (
    left.length === right.length &&
    left.every(([name, item], index) => {
      const [otherName, otherItem] = right[index] ?? [];
      return name === otherName && otherItem !== undefined && isSame(item, otherItem);
    })
  );
}
