/**
 * An action for all, a tool, or an input pattern. The last match decides; `*` matches slashes, a final ` *` also
 * nothing.
 */
import { table } from '../../common/table';
import type { JsonValue } from '../../common/json';
import { allowedAddress, restrictedAddress } from './addressPatterns';
import { allowedStarPattern, restrictedStarPattern } from './filePatterns';
import {
  PermissionCollector,
  type ListOrigin,
  type ReadPermissions,
  type RuleList,
  type ToolGroup,
  type Translation,
} from './permissionList';
import { field, isObject } from './settingsValue';
import { allowedCommand, restrictedCommand } from './shellPatterns';

interface Entry {
  readonly tool: string;
  /** `*`: everything. */
  readonly pattern: string;
  readonly action: RuleList;
  readonly bounds: { readonly tool: Bounds; readonly pattern: Bounds };
}

interface Bounds {
  readonly start: string;
  readonly end: string;
}

const ACTIONS: ReadonlySet<JsonValue | undefined> = new Set(['allow', 'deny', 'ask']);
const GROUPS: Readonly<Record<string, ToolGroup>> = table({
  bash: 'shell',
  ...{ read: 'files', edit: 'files', glob: 'files', grep: 'files', list: 'files', external_directory: 'files' },
  ...{ webfetch: 'web', websearch: 'web' },
  task: 'agents',
});
/** The tool bounds them. */
const HARMLESS = new Set(['websearch', 'todowrite', 'todoread', 'lsp', 'question']);

export function readOpencode(settings: JsonValue, from: ListOrigin): ReadPermissions {
  const collector = new PermissionCollector(from);
  const entries = entriesOf(settings, collector);
  for (const [index, entry] of entries.entries()) {
    const { tool, pattern, action } = entry;
    const named = { name: `permission.${tool}`, text: pattern === '*' ? action : `"${pattern}": ${action}` };
    const group = GROUPS[tool] ?? (tool === '*' ? 'all' : 'other');
    const exception = entries.slice(index + 1).find((other) => isException(other, entry));
    // Without it only earlier entries widen.
    const limitsEarlier = (): boolean =>
      entries
        .slice(0, index)
        .some((other) => other.action === 'allow' && overlap(entry, other) && isOffered(other, from));
    if (exception !== undefined) {
      const why = 'a later entry makes exceptions from it, which rules here do not have';
      collector.refuse(named, why, limitsEarlier() ? group : undefined);
    } else if (action === 'ask' && pattern === '*') {
      const why = 'it asks about every call, which the checks here take the place of';
      collector.refuse(named, why, limitsEarlier() ? group : undefined);
    } else {
      collector.add(action, group, named, () => translate(entry, from));
    }
  }
  for (const section of ['agent', 'mode']) {
    for (const [name, agent] of Object.entries(objectOf(field(settings, section)))) {
      if (field(agent, 'permission') === undefined && field(agent, 'tools') === undefined) continue;
      collector.refuse({ name: `${section}.${name.slice(0, 100)}`, text: 'permission' }, 'rules hold for every agent');
    }
  }
  if (field(settings, 'permissions') !== undefined) {
    collector.refuse({ name: 'permissions', text: '' }, 'its form is not known', 'all');
  }
  return collector.result;
}

/** Inexpressible in our rules. Denying more is harmless. */
function isException(later: Entry, earlier: Entry): boolean {
  if (RANK[later.action] >= RANK[earlier.action] || !overlap(later, earlier)) return false;
  return later.action === 'allow' || later.pattern === '*';
}

const RANK: Readonly<Record<RuleList, number>> = { allow: 0, ask: 1, deny: 2 };

function objectOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return isObject(value) ? value : {};
}

function entriesOf(settings: JsonValue, collector: PermissionCollector): Entry[] {
  const found: Entry[] = [];
  const add = (tool: string, pattern: string, action: JsonValue): void => {
    if (!ACTIONS.has(action)) {
      const named = { name: `permission.${tool.slice(0, 100)}`, text: pattern };
      collector.refuse(named, 'its action is none of allow, ask, deny', 'all');
    } else if (found.length < MOST_ENTRIES) {
      const kind = toolOf(tool);
      found.push({
        tool: kind,
        pattern,
        action: action as RuleList,
        bounds: { tool: boundsOf(kind), pattern: boundsOf(pattern) },
      });
    } else {
      collector.refuse(
        { name: 'permission', text: '…' },
        `more than ${MOST_ENTRIES} entries, the rest was not read`,
        'all',
      );
    }
  };
  // Older: `permission` overrides them.
  for (const [tool, enabled] of Object.entries(objectOf(field(settings, 'tools')))) {
    if (enabled === false) add(tool, '*', 'deny');
  }
  const permission = field(settings, 'permission');
  if (permission === undefined) return found;
  if (!isObject(permission)) {
    add('*', '*', permission);
    return found;
  }
  for (const [tool, value] of Object.entries(permission)) {
    if (!isObject(value)) add(tool, '*', value);
    else for (const [pattern, action] of Object.entries(value)) add(tool, pattern, action);
  }
  return found;
}

/** Comparing is quadratic. */
const MOST_ENTRIES = 1000;

function isOffered(entry: Entry, from: ListOrigin): boolean {
  return 'rules' in translate(entry, from);
}

/** `write` and `patch` use the permission `edit`. */
function toolOf(tool: string): string {
  return ['write', 'patch', 'multiedit', 'apply_patch'].includes(tool) ? 'edit' : tool;
}

function overlap({ bounds: a }: Entry, { bounds: b }: Entry): boolean {
  return meet(a.tool, b.tool) && meet(a.pattern, b.pattern);
}

function meet(a: Bounds, b: Bounds): boolean {
  return (
    (a.start.startsWith(b.start) || b.start.startsWith(a.start)) && (a.end.endsWith(b.end) || b.end.endsWith(a.end))
  );
}

/** Around the outermost `*` or `?`. A blank before a last `*` is optional. */
function boundsOf(pattern: string): Bounds {
  return { start: /^[^*?]*/.exec(pattern)?.[0].trimEnd() ?? '', end: pattern.replace(/^.*[*?]/s, '') };
}

function translate({ tool, pattern, action }: Entry, from: ListOrigin): Translation {
  if (tool !== '*' && !/^[A-Za-z][A-Za-z0-9_-]*$/.test(tool)) return { why: 'it names tools by a pattern' };
  if (tool === 'external_directory' || tool === 'doom_loop') {
    return { why: `no rule here says what ${tool} says` };
  }
  return action === 'allow' ? allowed(tool, pattern, from) : restricted(tool, pattern);
}

function allowed(tool: string, pattern: string, from: ListOrigin): Translation {
  if (tool === 'task') return { why: 'it starts agents' };
  if (pattern === '*') {
    return HARMLESS.has(tool)
      ? { rules: [tool] }
      : { why: tool === '*' ? 'it covers every call' : `it covers every call of ${tool}` };
  }
  if (tool === 'bash') return allowedCommand(pattern);
  if (tool === 'webfetch') return allowedAddress(pattern);
  if (tool !== 'read' && tool !== 'edit') return { why: `patterns of ${tool} mean something else here` };
  const path = allowedStarPattern(pattern, from);
  if ('why' in path) return path;
  return { rules: (tool === 'read' ? ['read'] : ['edit', 'write']).map((kind) => `${kind}(${path.pattern ?? ''})`) };
}

function restricted(tool: string, pattern: string): Translation {
  const kinds: Readonly<Record<string, string>> = { webfetch: 'fetch', task: 'agent' };
  if (pattern === '*') return { rules: [kinds[tool] ?? tool] };
  if (tool === 'bash') return restrictedCommand(pattern);
  if (tool === 'webfetch') return restrictedAddress(pattern);
  if (tool === 'task')
    return /^[\w*-]+$/.test(pattern) ? { rules: [`agent(${pattern})`] } : { why: 'it names no agent' };
  if (tool !== 'read' && tool !== 'edit') return { why: `patterns of ${tool} mean something else here` };
  const path = restrictedStarPattern(pattern);
  if ('why' in path) return path;
  return { rules: [path.pattern === undefined ? tool : `${tool}(${path.pattern})`] };
}
