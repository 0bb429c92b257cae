/**
 * The gate's entry in Claude Code's settings, as text in and text out.
 * Claude Code 2.1.329 silently ignores a settings file that has a comment or a trailing comma: a hook in it would protect nothing.
 */
import { getNodeValue, type Node } from 'jsonc-parser';
import type { JsonObject } from '../../engine/json';
import {
  appendElement,
  appendProperty,
  parseJsonText,
  property,
  propertyValue,
  removeChild,
  replaceValue,
} from '../jsonTextEdit';
import { CLAUDE_CODE } from './dialect';

const EVENT = 'PreToolUse';
/** Of the launcher, wherever the gate's folder is: an entry that names another home's launcher is an outdated one of ours. */
const LAUNCHER_PATH = /[\\/]\.auto-mode[\\/]launcher(?:\.[a-z]+)?$/;

/** `reason` is a sentence for the user that names the remedy. */
export interface SettingsProblem {
  readonly kind: 'error';
  readonly reason: string;
}

export type SettingsEdit = { readonly kind: 'edited' | 'unchanged'; readonly text: string } | SettingsProblem;

export type ConnectionState = 'connected' | 'not-connected' | 'outdated' | 'broken';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** What is wrong and what to do; only for 'broken'. */
  readonly reason?: string;
}

/** One group of hooks that calls the launcher for every tool. Host timeout 600 s, above the launcher's own deadline. */
export function hookGroup(launcherPath: string): JsonObject {
  return {
    matcher: '*',
    hooks: [
      {
        type: 'command',
        command: launcherPath,
        // With `args` there is no shell between Claude Code and the launcher.
        args: [CLAUDE_CODE],
        timeout: 600,
        // Before 2.1.295 this key is ignored and a launcher that cannot start lets the call run.
        onFailure: 'block',
        statusMessage: 'Auto Mode is checking…',
      },
    ],
  };
}

/** Adds the entry, or brings an outdated one up to date. Undefined text: there is no settings file yet. */
export function connectSettings(text: string | undefined, launcherPath: string): SettingsEdit {
  const group = hookGroup(launcherPath);
  if (text === undefined || text.trim() === '') {
    return { kind: 'edited', text: `${JSON.stringify({ hooks: { [EVENT]: [group] } }, undefined, 2)}\n` };
  }
  const { mark, body } = splitByteOrderMark(text);
  const found = locate(body, 'strict');
  if ('kind' in found) return found;
  if (isCurrent(found, group)) return { kind: 'unchanged', text };

  const [only, ...more] = found.ours;
  if (only !== undefined && more.length === 0 && only.hooks.children?.length === 1) {
    return { kind: 'edited', text: mark + replaceValue(body, only.group, group) };
  }
  const cleaned = removeOurs(body, 'strict');
  if (typeof cleaned !== 'string') return cleaned;
  const added = addGroup(cleaned, group);
  return typeof added === 'string' ? { kind: 'edited', text: mark + added } : added;
}

/** Takes every entry of ours out, with the lists that become empty by it. Comments stay. */
export function disconnectSettings(text: string): SettingsEdit {
  const { mark, body } = splitByteOrderMark(text);
  const removed = removeOurs(body, 'lenient');
  if (typeof removed !== 'string') return removed;
  return removed === body ? { kind: 'unchanged', text } : { kind: 'edited', text: mark + removed };
}

/** Whether the settings call the launcher for every tool call. */
export function connectionStatus(text: string | undefined, launcherPath: string): ConnectionStatus {
  if (text === undefined || text.trim() === '') return { state: 'not-connected' };
  const found = locate(splitByteOrderMark(text).body, 'strict');
  if ('kind' in found) return { state: 'broken', reason: found.reason };
  if (found.ours.length === 0) return { state: 'not-connected' };
  if (found.hooksDisabled) {
    return {
      state: 'broken',
      reason:
        'The settings switch all hooks off ("disableAllHooks": true). Remove that line to let Auto Mode check calls.',
    };
  }
  return { state: isCurrent(found, hookGroup(launcherPath)) ? 'connected' : 'outdated' };
}

interface OurHook {
  readonly group: Node;
  /** The list in the group that holds the hook. */
  readonly hooks: Node;
  readonly hook: Node;
}

interface Settings {
  readonly root: Node;
  /** Undefined where the settings have none. */
  readonly hooksProperty: Node | undefined;
  readonly eventProperty: Node | undefined;
  readonly groups: Node | undefined;
  readonly ours: readonly OurHook[];
  readonly hooksDisabled: boolean;
}

function locate(body: string, mode: 'strict' | 'lenient'): Settings | SettingsProblem {
  const root = parseJsonText(body, mode);
  if (!('type' in root)) return notJson(body, root.offset);
  if (root.type !== 'object') return problem('The settings are not a JSON object. Mend the file, then try again.');

  const hooksProperty = property(root, 'hooks');
  if (hooksProperty === 'twice') return standsTwice('hooks');
  const hooks = hooksProperty === undefined ? undefined : propertyValue(hooksProperty);
  if (hooks !== undefined && hooks.type !== 'object')
    return problem('"hooks" is not an object. Mend it, then try again.');

  const eventProperty = hooks === undefined ? undefined : property(hooks, EVENT);
  if (eventProperty === 'twice') return standsTwice(EVENT);
  const groups = eventProperty === undefined ? undefined : propertyValue(eventProperty);
  if (groups !== undefined && groups.type !== 'array') {
    return problem(`"hooks.${EVENT}" is not a list. Mend it, then try again.`);
  }

  const disabled = property(root, 'disableAllHooks');
  if (disabled === 'twice') return standsTwice('disableAllHooks');
  return {
    root,
    hooksProperty,
    eventProperty,
    groups,
    ours: (groups?.children ?? []).flatMap(ourHooks),
    hooksDisabled: disabled !== undefined && propertyValue(disabled)?.value === true,
  };
}

function ourHooks(group: Node): OurHook[] {
  const hooksProperty = group.type === 'object' ? property(group, 'hooks') : undefined;
  if (hooksProperty === undefined || hooksProperty === 'twice') return [];
  const hooks = propertyValue(hooksProperty);
  if (hooks?.type !== 'array') return [];
  return (hooks.children ?? []).filter(isOurs).map((hook) => ({ group, hooks, hook }));
}

function isOurs(hook: Node): boolean {
  const command = hook.type === 'object' ? property(hook, 'command') : undefined;
  if (command === undefined || command === 'twice') return false;
  const path: unknown = propertyValue(command)?.value;
  return typeof path === 'string' && LAUNCHER_PATH.test(path);
}

function isCurrent(settings: Settings, group: JsonObject): boolean {
  const [only, ...more] = settings.ours;
  return only !== undefined && more.length === 0 && sameJson(getNodeValue(only.group), group);
}

/** Equal but for the order of keys. */
function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(sortKeys(left)) === JSON.stringify(sortKeys(right));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sortKeys(item)]);
}

function addGroup(body: string, group: JsonObject): string | SettingsProblem {
  const settings = locate(body, 'strict');
  if ('kind' in settings) return settings;
  if (settings.groups !== undefined) return appendElement(body, settings.groups, group);
  const hooks = settings.hooksProperty === undefined ? undefined : propertyValue(settings.hooksProperty);
  if (hooks !== undefined) return appendProperty(body, hooks, EVENT, [group]);
  return appendProperty(body, settings.root, 'hooks', { [EVENT]: [group] });
}

/** One entry at a time, and the text parsed anew after each: an edit moves every offset behind it. */
function removeOurs(body: string, mode: 'strict' | 'lenient'): string | SettingsProblem {
  let text = body;
  for (;;) {
    const settings = locate(text, mode);
    if ('kind' in settings) return settings;
    const ours = settings.ours[0];
    if (ours === undefined) return text;
    text = removeHook(text, settings, ours);
  }
}

function removeHook(text: string, settings: Settings, ours: OurHook): string {
  const { root, hooksProperty, eventProperty, groups } = settings;
  const isOnly = (parent: Node | undefined): boolean => parent?.children?.length === 1;
  if (!isOnly(ours.hooks)) return removeChild(text, ours.hooks, ours.hook);
  if (groups === undefined || eventProperty === undefined || hooksProperty === undefined) return text;
  if (!isOnly(groups)) return removeChild(text, groups, ours.group);
  const events = propertyValue(hooksProperty);
  if (events !== undefined && !isOnly(events)) return removeChild(text, events, eventProperty);
  return removeChild(text, root, hooksProperty);
}

function splitByteOrderMark(text: string): { mark: string; body: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text };
}

function problem(reason: string): SettingsProblem {
  return { kind: 'error', reason };
}

function standsTwice(key: string): SettingsProblem {
  return problem(`"${key}" stands in the settings more than once. Remove all but one, then try again.`);
}

function notJson(body: string, offset: number): SettingsProblem {
  const line = body.slice(0, offset).split('\n').length;
  return problem(
    `The settings are not valid JSON (line ${line}), and Claude Code ignores such a file as a whole; it takes no comments and no trailing commas. Mend the line, then try again.`,
  );
}
