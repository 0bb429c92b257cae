/**
 * In `tools.allowed`, `.exclude` and `.confirmationRequired`, and older names of the first two,
 * `run_shell_command(git)` matches `git` alone or with more.
 */
import type { JsonValue } from '../../common/json';
import {
  PermissionCollector,
  type ListOrigin,
  type ReadPermissions,
  type RuleList,
  type ToolGroup,
  type Translation,
} from './permissionList';
import { field } from './settingsValue';
import { allowedPrefix, restrictedCommand } from './shellPatterns';

const SHELL = new Set(['run_shell_command', 'ShellTool']);
const FILES = new Set([
  'read_file',
  'read_many_files',
  'write_file',
  'replace',
  'glob',
  'list_directory',
  'grep_search',
]);
const WEB = new Set(['web_fetch', 'google_web_search']);
/** The tool bounds them. */
const HARMLESS = new Set(['google_web_search', 'write_todos']);

const LISTS: readonly (readonly [RuleList, path: readonly string[]])[] = [
  ['deny', ['tools', 'exclude']],
  ['deny', ['excludeTools']],
  ['ask', ['tools', 'confirmationRequired']],
  ['allow', ['tools', 'allowed']],
  ['allow', ['allowedTools']],
];
/** Unnamed tools are off. */
const AVAILABLE: readonly (readonly string[])[] = [['tools', 'core'], ['coreTools']];

export function readGeminiCli(settings: JsonValue, from: ListOrigin): ReadPermissions {
  const collector = new PermissionCollector(from);
  for (const [list, path] of LISTS) {
    const name = path.join('.');
    const entries = path.reduce<JsonValue | undefined>(field, settings);
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) {
      collector.refuse({ name, text: '' }, 'it is not a list', list === 'allow' ? undefined : 'all');
      continue;
    }
    for (const entry of entries as readonly JsonValue[]) {
      if (typeof entry === 'string') {
        const [, tool = '', prefix] = /^\s*([^(]*?)\s*(?:\((.*)\))?\s*$/s.exec(entry) ?? [];
        collector.add(list, groupOf(tool), { name, text: entry }, () => translate(list, tool, prefix?.trim()));
      } else {
        collector.refuse(
          { name, text: JSON.stringify(entry) },
          'it is not a text',
          list === 'allow' ? undefined : 'all',
        );
      }
    }
  }
  for (const path of AVAILABLE) {
    if (path.reduce<JsonValue | undefined>(field, settings) === undefined) continue;
    collector.refuse(
      { name: path.join('.'), text: '' },
      'it switches off every tool that it does not name; no rule says "everything but"',
    );
  }
  return collector.result;
}

function groupOf(tool: string): ToolGroup {
  if (SHELL.has(tool)) return 'shell';
  if (FILES.has(tool)) return 'files';
  return WEB.has(tool) ? 'web' : 'other';
}

function translate(list: RuleList, tool: string, prefix: string | undefined): Translation {
  if (!/^[A-Za-z][A-Za-z0-9_.:/-]*$/.test(tool)) return { why: 'it names no tool' };
  if (prefix === '') return { why: 'it cannot be read' };
  if (prefix !== undefined && !SHELL.has(tool)) return { why: `patterns of ${tool} mean something else here` };
  if (list === 'allow') {
    if (prefix !== undefined) return allowedPrefix(prefix);
    return HARMLESS.has(tool) ? { rules: [tool] } : { why: `it covers every call of ${tool}` };
  }
  if (prefix !== undefined) return restrictedCommand(`${prefix} *`);
  return { rules: [SHELL.has(tool) ? 'bash' : tool] };
}
