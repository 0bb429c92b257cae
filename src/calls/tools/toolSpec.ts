import { table } from '../../common/table';
import { InputProblem } from '../../common/inputProblem';
import type { FileTouch } from '../../files/fileTouch';
import type { JsonObject, JsonValue } from '../../common/json';
import type {
  CoordinationFacts,
  Fields,
  ListFacts,
  SearchFacts,
  ShellTool,
  ToolFacts,
} from '../../facts/agents/toolFacts';
import { isPlainCodexPatch } from '../../files/codexPatch';
import { patchTouches } from '../../files/patchText';
import { leavesItsFolder } from './leavesItsFolder';
import { touchesOfOtherFields } from './otherFields';
import { resourceAddress } from './resourceAddress';
import type { ToolSpec } from './toolSubject';

export function toolSpecOf(tool: ToolFacts): ToolSpec {
  const spec = anyFields(tool);
  const others = touchesOfOtherFields(tool);
  if (others === undefined) return spec;
  return {
    ...spec,
    subject: (input) => {
      const subject = spec.subject(input);
      const guessed = others(input);
      if (guessed === undefined) return subject;
      return { ...subject, files: [...(subject.files ?? []), ...guessed], isGuess: true };
    },
  };
}

function anyFields(tool: ToolFacts): ToolSpec {
  switch (tool.does) {
    case 'coordinate':
      return { kind: 'other', safe: true, subject: (input) => (onlyCoordinates(input, tool) ? {} : { isGuess: true }) };
    case 'load-skill':
      return loadSkill(tool.name, tool.others);
    case 'ask-user':
      return { kind: 'other', safe: true, asksUser: true, subject: () => ({}) };
    case 'run-bash':
      return bash(tool);
    case 'run-powershell':
      return { kind: 'powershell', safe: false, subject: (input) => ({ command: requiredText(input, ['command']) }) };
    case 'read':
      return tool.optional === true ? optionalRead(tool.path) : read(tool.path);
    case 'read-resource':
      return readResource;
    case 'search':
      return tool.perhapsSeveral === true ? perhapsSeveral(search(tool)) : search(tool);
    case 'list':
      return tool.perhapsSeveral === true ? perhapsSeveral(listing(tool)) : listing(tool);
    case 'overwrite':
      return tool.mayUnescape === true
        ? mayUnescape(overwrite(tool.path, tool.content))
        : overwrite(tool.path, tool.content);
    case 'replace':
      return tool.mayUnescape === true ? mayUnescape(inPlace(tool)) : inPlace(tool);
    case 'edit-unseen':
      return withFile('edit', 'in-place', tool.path);
    case 'apply-patch':
      return applyPatch;
    case 'delete':
      return withFile('delete', 'delete', tool.path);
    case 'fetch':
      return { kind: 'fetch', safe: false, subject: (input) => ({ url: requiredText(input, tool.address) }) };
    case 'search-web':
      return { kind: 'fetch', safe: false, subject: (input) => ({ query: requiredText(input, ['query']) }) };
    case 'start-agent':
      return {
        kind: 'agent',
        safe: false,
        subject: (input) => ({ subagent: optionalText(input, ['subagent_type', 'agent_type', 'name']) ?? '' }),
      };
  }
}

function onlyCoordinates(input: JsonObject, { fields, values = {} }: CoordinationFacts): boolean {
  return Object.entries(input).every(([field, value]) => {
    const known = values[field];
    return (fields === undefined || fields.includes(field)) && (known === undefined || isOneOf(value, known));
  });
}

function isOneOf(value: JsonValue, known: readonly (string | boolean)[] | RegExp): boolean {
  if (known instanceof RegExp) return typeof value === 'string' && known.test(value);
  return (typeof value === 'string' || typeof value === 'boolean') && known.includes(value);
}

function loadSkill(name: Fields, others: Fields): ToolSpec {
  return {
    kind: 'other',
    safe: true,
    subject: (input) => {
      const isKnown = Object.keys(input).every((field) => name.includes(field) || others.includes(field));
      return { skill: requiredText(input, name), ...(!isKnown && { isGuess: true }) };
    },
  };
}

function withFile(kind: 'edit' | 'delete', change: 'in-place' | 'delete', path: Fields): ToolSpec {
  return { kind, safe: false, subject: (input) => ({ files: [{ path: requiredText(input, path), change }] }) };
}

function optionalRead(fields: Fields): ToolSpec {
  return {
    kind: 'read',
    safe: true,
    subject: (input) => {
      const path = optionalText(input, fields);
      return path === undefined ? {} : { files: [{ path, change: 'read' }] };
    },
  };
}

function requiredText(input: JsonObject, names: Fields): string {
  const found = optionalText(input, names);
  if (found === undefined || found === '') throw new InputProblem(`input.${names[0] ?? ''} is missing`);
  return found;
}

function optionalText(input: JsonObject, names: Fields): string | undefined {
  let found: { readonly name: string; readonly value: string } | undefined;
  for (const name of names) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw new InputProblem(`input.${name} must be a string`);
    // The tool may use either.
    if (found !== undefined && found.value !== value) {
      throw new InputProblem(`input.${found.name} and input.${name} contradict each other`);
    }
    found ??= { name, value };
  }
  return found?.value;
}

/** Only about waiting and display. */
const HARMLESS_SHELL_FIELDS = new Set(
  (
    'command description explanation justification timeout timeout_ms timeoutMs timeoutSeconds run_in_background ' +
    'is_background initial_wait'
  ).split(' '),
);

function bash({ language, folder = [], living, waiting = [] }: ShellTool): ToolSpec {
  const known = new Set([...HARMLESS_SHELL_FIELDS, ...folder, ...(living ?? []), ...waiting]);
  return {
    kind: 'bash',
    safe: false,
    subject: (input) => {
      return {
        command: requiredText(input, ['command']),
        shell: {
          language,
          folder: optionalText(input, folder),
          living: living === undefined ? undefined : (optionalText(input, living) ?? ''),
          oddField: Object.keys(input).find((field) => !known.has(field)),
        },
      };
    },
  };
}

function read(fields: Fields): ToolSpec {
  return {
    kind: 'read',
    safe: true,
    subject: (input) => ({ files: [{ path: requiredText(input, fields), change: 'read' }] }),
  };
}

/** Default: the current folder. */
function startingPaths(input: JsonObject, names: Fields): readonly string[] {
  const lists = names.filter((name) => Array.isArray(input[name]));
  const single = optionalText(
    input,
    names.filter((name) => !lists.includes(name)),
  );
  const listed = lists.flatMap((name) => (input[name] as readonly JsonValue[]).map((item) => listedPath(item, name)));
  const found = single === undefined ? listed : [single, ...listed];
  return found.length === 0 ? ['.'] : found;
}

function listedPath(item: JsonValue, name: string): string {
  if (typeof item !== 'string') throw new InputProblem(`input.${name} must be a list of strings`);
  return item;
}

function search({ includesHidden, folders, filters }: SearchFacts): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => {
      const filter = optionalText(input, filters) ?? '';
      return {
        files: startingPaths(input, folders).map((path) => ({
          path,
          change: 'search',
          includeHidden: includesHidden,
          includeNamed: flag(input, 'no_ignore') ? ['*'] : namesInGlobs(filter),
        })),
        ...(leavesItsFolder(filter) && { isGuess: true }),
      };
    },
  };
}

/** Such a filter overrides ignore files in ripgrep. A path's last name alone is broader. */
function namesInGlobs(filter: string): readonly string[] {
  return filter
    .replace(/\{[^{}]*\}|\[[^[\]]*\]|\\./g, '*')
    .replace(/[{[].*$/s, '*')
    .split(/[\s,]+/)
    .filter((glob) => glob !== '' && !glob.startsWith('!'))
    .map((glob) => (glob.replace(/\/+$/, '').split('/').pop() ?? '').replaceAll('?', '*'));
}

/** It may start outside the folders. */
function listing({ patterns, folders: fields }: ListFacts): ToolSpec {
  return {
    kind: 'search',
    safe: true,
    subject: (input) => {
      const folders = startingPaths(input, fields);
      const pattern = optionalText(input, patterns) ?? '';
      const start = fixedStart(pattern);
      const isAbsolute = /^(?:[/\\~]|[A-Za-z]:|file:)/i.test(start);
      const starts = isAbsolute ? [start] : start === '.' ? [] : folders.map((folder) => `${folder}/${start}`);
      const rest = start === '.' ? pattern : pattern.slice(start.length).replace(/^[/\\]+/, '');
      return {
        files: [...folders, ...starts].map((path): FileTouch => ({ path, change: 'list' })),
        ...(leavesItsFolder(rest) && { isGuess: true }),
      };
    },
  };
}

/** Before the first wildcard, or `.`. */
function fixedStart(pattern: string): string {
  const wildcard = pattern.search(/[*?[{]|[@!+]\(/);
  if (wildcard === -1) return pattern || '.';
  const cut = Math.max(pattern.lastIndexOf('/', wildcard), pattern.lastIndexOf('\\', wildcard));
  return cut === -1 ? '.' : pattern.slice(0, cut) || '/';
}

function overwrite(pathFields: Fields, contentFields: Fields): ToolSpec {
  return {
    kind: 'write',
    safe: false,
    subject: (input) => {
      const newText = optionalText(input, contentFields);
      const path = requiredText(input, pathFields);
      return { files: [{ path, change: 'overwrite', ...(newText === undefined ? {} : { newText }) }] };
    },
  };
}

interface EditFields {
  readonly path: readonly string[];
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** Empty old text writes the whole. */
function inPlace(fields: EditFields): ToolSpec {
  return {
    kind: 'edit',
    safe: false,
    subject: (input) => {
      const path = requiredText(input, fields.path);
      const edits = editList(input, fields);
      const [only] = edits;
      if (edits.some(({ oldText }) => oldText === '')) {
        return {
          files: [{ path, change: 'overwrite', ...(edits.length === 1 && only ? { newText: only.newText } : {}) }],
        };
      }
      return { files: [{ path, change: 'in-place', ...(edits.length > 0 ? { edits } : {}) }] };
    },
  };
}

function editList(input: JsonObject, fields: EditFields): NonNullable<FileTouch['edits']> {
  const list = input['edits'];
  if (list === undefined) {
    const oldText = optionalText(input, fields.old);
    if (oldText === undefined) return [];
    return [
      { oldText, newText: optionalText(input, fields.new) ?? '', replaceAll: flag(input, 'replace_all', 'replaceAll') },
    ];
  }
  if (!Array.isArray(list)) throw new InputProblem('input.edits must be a list');
  // Tools read the list, fields, or both.
  const single = [...fields.old, ...fields.new].find((name) => input[name] !== undefined);
  if (single !== undefined) throw new InputProblem(`input.edits and input.${single} contradict each other`);
  return list.map((item: JsonValue, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new InputProblem(`input.edits[${index}] must be an object`);
    }
    const edit = item as JsonObject;
    return {
      oldText: optionalText(edit, fields.old) ?? '',
      newText: optionalText(edit, fields.new) ?? '',
      replaceAll: flag(edit, 'replace_all', 'replaceAll'),
    };
  });
}

function flag(input: JsonObject, ...names: string[]): boolean {
  return names.some((name) => input[name] === true);
}

/** Gemini CLI may unescape again, by model and file. */
const ESCAPES = /\\+([ntr'"`\\\n])/g;
const READ_ONCE_MORE: Readonly<Record<string, string>> = table({ n: '\n', t: '\t', r: '\r' });

function mayUnescape(spec: ToolSpec): ToolSpec {
  return {
    ...spec,
    subject: (input) => {
      const subject = spec.subject(input);
      const { files = [] } = subject;
      return { ...subject, files: [...files, ...files.filter(holdsEscapes).map(withoutEscapes)] };
    },
  };
}

function holdsEscapes({ newText, edits = [] }: FileTouch): boolean {
  return [newText ?? '', ...edits.flatMap(({ oldText, newText: text }) => [oldText, text])].some(
    (text) => unescapedOnce(text) !== text,
  );
}

function withoutEscapes(touch: FileTouch): FileTouch {
  const { newText, edits } = touch;
  return {
    ...touch,
    ...(newText === undefined ? {} : { newText: unescapedOnce(newText) }),
    ...(edits === undefined ? {} : { edits: edits.map((edit) => ({ ...edit, newText: unescapedOnce(edit.newText) })) }),
  };
}

function unescapedOnce(text: string): string {
  return text.replace(ESCAPES, (_, character: string) => READ_ONCE_MORE[character] ?? character);
}

/** May be a local file. */
const readResource: ToolSpec = {
  kind: 'read',
  safe: true,
  subject: (input) => {
    const uri = optionalText(input, ['uri']);
    if (uri === undefined) return {};
    const address = resourceAddress(uri);
    if (address.kind === 'unknown') return { isGuess: true };
    const paths = address.kind === 'file' ? [uri] : address.paths.filter((path) => path !== '');
    return { files: paths.map((path) => ({ path, change: 'read' })) };
  },
};

const MAX_WORDS = 100;

/** Copilot CLI splits a missing name at blanks. It may exist by then: both count. */
function perhapsSeveral(spec: ToolSpec): ToolSpec {
  return {
    ...spec,
    subject: (input) => {
      // Not JSON: where it searches is unknown.
      if (typeof input['input'] === 'string') throw new InputProblem('input must be an object');
      const subject = spec.subject(input);
      return { ...subject, files: (subject.files ?? []).flatMap((touch) => [touch, ...namesWithin(touch)]) };
    },
  };
}

function namesWithin(touch: FileTouch): readonly FileTouch[] {
  const words = touch.path.split(' ').filter((word) => word !== '');
  if (words.length > MAX_WORDS) throw new InputProblem(`a path of ${words.length} words is too long`);
  return words.length === 1 && words[0] === touch.path ? [] : words.map((path) => ({ ...touch, path }));
}

const applyPatch: ToolSpec = {
  kind: 'edit',
  safe: false,
  subject: (input) => {
    const patch = requiredText(input, ['command']);
    const files = patchTouches(patch).map((touch) => ({ ...touch, tolerant: true as const }));
    return { files, isGuess: !isPlainCodexPatch(patch) };
  },
};
