import type { JsonObject, JsonValue } from '../../common/json';
import { HARMLESS_FILE_FIELDS, type Fields, type ToolFacts } from '../../facts/agents/toolFacts';
import type { FileTouch } from '../../files/fileTouch';
import { guessedTouches } from '../unknown/guessedTouches';

/**
 * What the tool's other fields may name: a newer tool may have one for a further file. What they name only blocks.
 * @returns undefined: it has none, or its fields are looked at elsewhere
 */
export function touchesOfOtherFields(
  tool: ToolFacts,
): ((input: JsonObject) => readonly FileTouch[] | undefined) | undefined {
  const named = namedFields(tool);
  if (named === undefined) return undefined;
  const known = new Set([...named, ...HARMLESS_FILE_FIELDS]);
  const inEdits = tool.does === 'replace' ? new Set([...tool.old, ...tool.new, ...HARMLESS_FILE_FIELDS]) : known;
  return (input) => {
    const others = { ...othersIn(input, known), ...othersInEdits(input['edits'], inEdits) };
    return Object.keys(others).length === 0 ? undefined : guessedTouches(tool.does, others);
  };
}

/** Undefined: its fields are looked at elsewhere, or it is never settled. */
function namedFields(tool: ToolFacts): Fields | undefined {
  switch (tool.does) {
    case 'read':
    case 'edit-unseen':
    case 'delete':
      return tool.path;
    case 'search':
      return [...tool.folders, ...tool.filters];
    case 'list':
      return [...tool.folders, ...tool.patterns];
    case 'overwrite':
      return [...tool.path, ...tool.content];
    case 'replace':
      return [...tool.path, ...tool.old, ...tool.new, 'edits'];
    case 'apply-patch':
      return ['command'];
    case 'read-resource':
      return ['uri', 'server'];
    default:
      return undefined;
  }
}

function othersIn(input: JsonObject, known: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field, value]) => !known.has(field) && value !== null));
}

function othersInEdits(edits: JsonValue | undefined, known: ReadonlySet<string>): JsonObject {
  if (!Array.isArray(edits)) return {};
  const others = (edits as readonly JsonValue[]).filter(
    (edit): edit is JsonObject =>
      typeof edit === 'object' &&
      edit !== null &&
      !Array.isArray(edit) &&
      Object.keys(othersIn(edit as JsonObject, known)).length > 0,
  );
  return others.length === 0 ? {} : { edits: others.map((edit) => othersIn(edit, known)) };
}
