/**
 * `true` runs, `false` asks, `null` removes an entry. A command is a prefix up to a word boundary; `/.../` is a regular
 * expression.
 */
import type { JsonValue } from '../../common/json';
import { allowedAddress, restrictedHost } from './addressPatterns';
import { allowedGitPattern, restrictedGitPattern } from './filePatterns';
import {
  PermissionCollector,
  type ListOrigin,
  type ReadPermissions,
  type RuleList,
  type ToolGroup,
  type Translation,
} from './permissionList';
import { literalsOf } from './simpleExpression';
import { field, isObject } from './settingsValue';
import { allowedCommand, allowedPrefix, restrictedStart, restrictedText } from './shellPatterns';

/** Not in its files. */
export const VS_CODE_SETTINGS = {
  terminal: 'chat.tools.terminal.autoApprove',
  edits: 'chat.tools.edits.autoApprove',
  urls: 'chat.tools.urls.autoApprove',
} as const;

/** By full name. */
export function readVsCode(settings: JsonValue, from: ListOrigin): ReadPermissions {
  const collector = new PermissionCollector(from);
  each(collector, settings, VS_CODE_SETTINGS.terminal, 'shell', (text, value) => {
    const approve = typeof value === 'boolean' ? value : field(value, 'approve');
    const wholeLine = field(value, 'matchCommandLine') === true;
    if (typeof approve !== 'boolean') return undefined;
    return { list: approve ? 'allow' : 'ask', translate: () => command(text, approve, wholeLine) };
  });
  each(collector, settings, VS_CODE_SETTINGS.edits, 'files', (text, value) => {
    if (typeof value !== 'boolean') return undefined;
    return {
      list: value ? 'allow' : 'ask',
      translate: () => (value ? allowedEdit(text, from) : restrictedEdit(text, from)),
    };
  });
  each(collector, settings, VS_CODE_SETTINGS.urls, 'web', (text, value) => {
    const request = typeof value === 'boolean' ? value : field(value, 'approveRequest');
    const response = typeof value === 'boolean' ? value : field(value, 'approveResponse');
    if (request === undefined && response === undefined) return undefined;
    if (request === true && response === true) return { list: 'allow', translate: () => allowedAddress(text) };
    // A partly approved host asks too.
    return { list: 'ask', translate: () => restrictedHost(pageOf(text)) };
  });
  return collector.result;
}

type Reading = { readonly list: RuleList; readonly translate: () => Translation } | undefined;

function each(
  collector: PermissionCollector,
  settings: JsonValue,
  name: string,
  group: ToolGroup,
  read: (text: string, value: JsonValue) => Reading,
): void {
  const value = field(settings, name);
  // `false` for a whole setting approves nothing.
  if (value === undefined || value === null || value === false) return;
  if (!isObject(value)) {
    collector.refuse({ name, text: JSON.stringify(value) }, 'it is no list of entries');
    return;
  }
  for (const [text, entry] of Object.entries(value)) {
    if (entry === null) continue;
    const reading = read(text, entry);
    const named = { name, text: `${JSON.stringify(text)}: ${JSON.stringify(entry)}` };
    if (reading === undefined) collector.refuse(named, 'its value is not known', group);
    else collector.add(reading.list, group, named, reading.translate);
  }
}

function command(text: string, approve: boolean, wholeLine: boolean): Translation {
  if (text === '') return { why: 'it is empty' };
  const expression = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text);
  if (approve) {
    if (wholeLine) return { why: 'it approves whole lines; rules look at each command of a line' };
    if (expression === null) return approvedText(text);
    const literals = literalsOf(expression[1] ?? '', expression[2] ?? '');
    if (literals === undefined) return NOT_SIMPLE;
    if (!literals.fromStart) return { why: 'it approves every command that contains it' };
    return joined(literals.texts.map((literal) => (literals.toEnd ? allowedExactly(literal) : approvedText(literal))));
  }
  if (expression === null) return restrictedSpellings(text);
  const literals = literalsOf(expression[1] ?? '', expression[2] ?? '');
  if (literals === undefined) return NOT_SIMPLE;
  if (literals.ignoresCase) return { why: 'it ignores case, which rules do not' };
  // With `m` later lines match too.
  const isStart = literals.fromStart && !(expression[2] ?? '').includes('m');
  return joined(literals.texts.map((literal) => (isStart ? restrictedStart(literal) : restrictedText(literal))));
}

const NOT_SIMPLE = { why: 'it is a regular expression that no pattern stands for' };

function allowedExactly(text: string): Translation {
  return text.includes('*') ? NOT_SIMPLE : allowedCommand(text);
}

/** `^text\b`: a word ends there. */
function approvedText(text: string): Translation {
  return /\w$/.test(text) ? allowedPrefix(text) : { why: 'it does not end with a word' };
}

/** Also with `./`. */
function restrictedSpellings(text: string): Translation {
  if (text.includes('\\')) return { why: 'it has backslashes' };
  return joined(text.includes('/') ? [restrictedStart(text), restrictedStart(`./${text}`)] : [restrictedStart(text)]);
}

function joined(translations: readonly Translation[]): Translation {
  const rules = new Set<string>();
  for (const translation of translations) {
    if ('why' in translation) return translation;
    for (const rule of translation.rules) rules.add(rule);
  }
  return { rules: [...rules] };
}

function allowedEdit(text: string, from: ListOrigin): Translation {
  if (!text.startsWith('**/')) return { why: 'which folder it starts from is not known' };
  const path = allowedGitPattern(text, from);
  return 'why' in path ? path : { rules: ['edit', 'write'].map((kind) => `${kind}(${path.pattern ?? ''})`) };
}

function restrictedEdit(text: string, from: ListOrigin): Translation {
  const path = restrictedGitPattern(text, from);
  if ('why' in path) return path;
  return { rules: [path.pattern === undefined ? 'edit' : `edit(${path.pattern})`] };
}

/** Without scheme, or wildcard host or page. */
function pageOf(text: string): string {
  return text
    .replace(/^[a-z*]+:\/\//i, '')
    .replace(/^(?:\*\.?)+/, '')
    .replace(/[/*]+$/, '');
}
