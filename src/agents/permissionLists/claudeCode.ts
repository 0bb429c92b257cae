/**
 * `Bash(x *)` and the older `Bash(x:*)` match `x` alone too; other `*` match any text. File patterns follow .gitignore;
 * `//` is the root, `/` the project.
 */
import type { JsonValue } from '../../common/json';
import { allowedHost, restrictedHost } from './addressPatterns';
import { allowedGitPattern, restrictedGitPattern } from './filePatterns';
import {
  PermissionCollector,
  type ListOrigin,
  type ReadPermissions,
  type RuleList,
  type ToolGroup,
  type Translation,
} from './permissionList';
import { field } from './settingsValue';
import { allowedCommand, restrictedCommand } from './shellPatterns';

const LISTS = ['deny', 'ask', 'allow'] as const;
const FILE_CHANGES = new Set(['edit', 'write', 'multiedit', 'notebookedit']);
const AGENT_TOOLS = new Set(['task', 'agent']);
/** The tool bounds them. */
const HARMLESS_TOOLS = new Set(['websearch', 'todowrite', 'exitplanmode', 'bashoutput', 'taskoutput']);

export function readClaudeCode(settings: JsonValue, from: ListOrigin): ReadPermissions {
  const collector = new PermissionCollector(from);
  const permissions = field(settings, 'permissions');
  for (const list of LISTS) {
    const name = `permissions.${list}`;
    const entries = field(permissions, list);
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) {
      collector.refuse({ name, text: '' }, 'it is not a list', list === 'allow' ? undefined : 'all');
      continue;
    }
    for (const entry of entries as readonly JsonValue[]) {
      if (typeof entry === 'string') {
        const { tool, pattern } = partsOf(entry);
        collector.add(list, groupOf(tool), { name, text: entry }, () => translate(list, tool, pattern, from));
      } else {
        collector.refuse(
          { name, text: JSON.stringify(entry) },
          'it is not a text',
          list === 'allow' ? undefined : 'all',
        );
      }
    }
  }
  return collector.result;
}

interface Parts {
  readonly tool: string;
  /** Undefined: any input. */
  readonly pattern: string | undefined;
}

function partsOf(entry: string): Parts {
  const text = entry.trim();
  const open = text.indexOf('(');
  if (open === -1) return { tool: text, pattern: undefined };
  const pattern = text.endsWith(')') ? text.slice(open + 1, -1) : '';
  return { tool: text.slice(0, open).trim(), pattern: /^\*+$/.test(pattern) ? undefined : pattern };
}

function groupOf(tool: string): ToolGroup {
  const name = tool.toLowerCase();
  if (name === 'bash' || name === 'powershell') return 'shell';
  if (name === 'read' || FILE_CHANGES.has(name) || ['glob', 'grep', 'ls', 'notebookread'].includes(name))
    return 'files';
  if (name === 'webfetch' || name === 'websearch') return 'web';
  if (name.startsWith('mcp__')) return 'mcp';
  if (AGENT_TOOLS.has(name)) return 'agents';
  return name.includes('*') ? 'all' : 'other';
}

function translate(list: RuleList, tool: string, pattern: string | undefined, from: ListOrigin): Translation {
  if (pattern === '') return { why: 'it cannot be read' };
  const name = tool.toLowerCase();
  return list === 'allow' ? allowed(name, tool, pattern, from) : restricted(name, tool, pattern, from);
}

function allowed(name: string, tool: string, pattern: string | undefined, from: ListOrigin): Translation {
  if (AGENT_TOOLS.has(name)) return { why: 'it starts agents' };
  if (name.startsWith('mcp__')) return allowedMcp(tool, pattern);
  if (pattern === undefined) {
    return HARMLESS_TOOLS.has(name) ? { rules: [tool] } : { why: `it covers every call of ${tool}` };
  }
  if (name === 'bash') return isParameter(pattern) ? NAMES_A_PARAMETER : allowedCommand(withStar(pattern));
  if (name === 'powershell') return { why: 'PowerShell lines are not taken apart' };
  if (name === 'webfetch') {
    return pattern.startsWith('domain:') ? allowedHost(pattern.slice('domain:'.length)) : { why: 'it names no domain' };
  }
  if (name !== 'read' && !FILE_CHANGES.has(name)) return { why: `patterns of ${tool} mean something else here` };
  const path = allowedGitPattern(pattern, from);
  if ('why' in path) return path;
  const kinds =
    name === 'read' ? ['read'] : name === 'edit' ? ['edit', 'write'] : [name === 'write' ? 'write' : 'edit'];
  return { rules: kinds.map((kind) => `${kind}(${path.pattern ?? ''})`) };
}

function restricted(name: string, tool: string, pattern: string | undefined, from: ListOrigin): Translation {
  if (name.startsWith('mcp__')) return restrictedMcp(tool, pattern);
  if (name === '*') return { rules: ['*'] };
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(tool)) return { why: 'it names no tool' };
  if (name === 'bash') {
    if (pattern === undefined) return { rules: ['bash'] };
    return isParameter(pattern) ? NAMES_A_PARAMETER : restrictedCommand(withStar(pattern));
  }
  if (name === 'powershell') return restrictedPowerShell(pattern);
  if (name === 'webfetch') {
    if (pattern === undefined) return { rules: ['fetch'] };
    return pattern.startsWith('domain:')
      ? restrictedHost(pattern.slice('domain:'.length))
      : { why: 'it names no domain' };
  }
  if (name === 'read' || FILE_CHANGES.has(name)) {
    const kind = name === 'read' ? 'read' : 'edit';
    if (pattern === undefined) return { rules: [kind] };
    const path = restrictedGitPattern(pattern, from);
    return 'why' in path ? path : { rules: [path.pattern === undefined ? kind : `${kind}(${path.pattern})`] };
  }
  if (AGENT_TOOLS.has(name)) {
    if (pattern === undefined) return { rules: ['agent'] };
    return /^[\w-]+$/.test(pattern) ? { rules: [`agent(${pattern})`] } : NAMES_A_PARAMETER;
  }
  return pattern === undefined ? { rules: [tool] } : { why: `patterns of ${tool} mean something else here` };
}

const NAMES_A_PARAMETER = { why: 'it names a parameter of the tool' };

/** `Bash(run_in_background:true)`, not `npm:*`. */
function isParameter(pattern: string): boolean {
  return /^[A-Za-z]\w*:[^/\s*]/.test(pattern);
}

function withStar(pattern: string): string {
  return pattern.replace(/:\*$/, ' *');
}

/** Whole lines, case-sensitive. */
function restrictedPowerShell(pattern: string | undefined): Translation {
  return pattern === undefined ? { rules: ['powershell'] } : { why: 'PowerShell lines are not taken apart' };
}

function allowedMcp(tool: string, pattern: string | undefined): Translation {
  if (pattern !== undefined) return { why: 'it names a parameter of the tool' };
  if (tool.includes('*') || !/^mcp__.+__.+$/.test(tool)) {
    return { why: 'it covers every tool of a server, also those that come later' };
  }
  return /^[A-Za-z0-9_-]+$/.test(tool) ? { rules: [tool] } : { why: 'it names no tool' };
}

function restrictedMcp(tool: string, pattern: string | undefined): Translation {
  if (pattern !== undefined) return { why: 'it names a parameter of the tool' };
  const [, server = '', name = '*'] = /^mcp__(.+?)(?:__(.+))?$/.exec(tool) ?? [];
  if (!/^[A-Za-z0-9_*-]+$/.test(server + name)) return { why: 'it names no tool' };
  return { rules: [server === '*' ? 'mcp' : `mcp(${server}/${name})`] };
}
