import type { JsonObject, JsonValue } from '../../common/json';
import { HARMLESS_FILE_FIELDS, type Fields, type ToolFacts } from '../../facts/agents/toolFacts';
import { guessedTouches } from '../unknown/guessedTouches';
import type { ToolSpec } from './toolSpec';

/** A newer tool may have a field that names a further file: the call is then a guess, and what it names only blocks. */
export function onlyKnownFields(tool: ToolFacts, spec: ToolSpec): ToolSpec {
  const named = namedFields(tool);
  if (named === undefined) return spec;
  const known = new Set([...named, ...HARMLESS_FILE_FIELDS]);
  const inEdits = tool.does === 'replace' ? new Set([...tool.old, ...tool.new, ...HARMLESS_FILE_FIELDS]) : known;
  return {
    ...spec,
    subject: (input) => {
      const subject = spec.subject(input);
      const others = { ...othersIn(input, known), ...othersInEdits(input['edits'], inEdits) };
      if (Object.keys(others).length === 0) return subject;
      return { ...subject, files: [...(subject.files ?? []), ...guessedTouches(tool.does, others)], isGuess: true };
    },
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
