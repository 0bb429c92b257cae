/**
 * Our plugin in the list `plugin`, and `permission`, so that the agent asks where the plugin is missing. Its last match
 * counts; without any, everything is allowed.
 */
import type { Node } from 'jsonc-parser';
import type { ConnectionStatus, SettingsProblem } from '../hooks/agentInstallation';
import type { PlannedEdit, SettingsText } from '../hooks/settingsInstallation';
import {
  appendElement,
  appendProperty,
  parseJsonText,
  property,
  propertyValue,
  removeChild,
  replaceValue,
} from '../files/jsonTextEdit';

/** Of another home: outdated. */
const OWN = /^file:\/\/(?:[^?#]*)\/\.auto-mode\/[a-z-]+\.mjs$/;

interface ConfigFile {
  readonly root: Node;
  readonly plugins: Node | undefined;
  readonly ours: readonly Node[];
  readonly guard: 'set' | 'missing' | 'allows';
  readonly permission: Node | undefined;
}

/** @param schema for a new file */
export function connectConfig(text: SettingsText, address: string, schema: string): PlannedEdit {
  if (text === undefined || text.trim() === '') {
    const config = { $schema: schema, plugin: [address], permission: 'ask' };
    return { kind: 'edited', text: `${JSON.stringify(config, undefined, 2)}\n` };
  }
  const before = read(text);
  if ('kind' in before) return before;
  if (before.guard === 'allows') return problem(ALLOWS);
  if (isCurrent(before, address)) return { kind: 'unchanged', text };
  let edited = isListed(before, address) ? text : withoutOurs(text);
  edited = changed(edited, (file) => {
    if (isListed(file, address)) return edited;
    return file.plugins === undefined
      ? appendProperty(edited, file.root, 'plugin', [address])
      : appendElement(edited, file.plugins, address);
  });
  edited = changed(edited, (file) => withGuard(edited, file));
  return { kind: 'edited', text: edited };
}

/** Leaves `permission`: the user may have written it, and without it the agent allows everything. */
export function disconnectConfig(text: string): PlannedEdit {
  const file = read(text);
  if ('kind' in file) return file;
  return file.ours.length === 0 ? { kind: 'unchanged', text } : { kind: 'edited', text: withoutOurs(text) };
}

export function configStatus(text: SettingsText, address: string): ConnectionStatus {
  if (text === undefined || text.trim() === '') return { state: 'not-connected' };
  const file = read(text);
  if ('kind' in file) return { state: 'broken', reason: file.reason };
  if (file.ours.length === 0) return { state: 'not-connected' };
  if (file.guard === 'allows') return { state: 'broken', reason: ALLOWS };
  return { state: isCurrent(file, address) ? 'connected' : 'outdated' };
}

const ALLOWS =
  'The settings allow every call ("permission"), so calls would run unchecked where the plugin is not loaded. Remove that entry, or set it to "ask", then try again.';

function isListed({ ours }: ConfigFile, address: string): boolean {
  return ours.length === 1 && ours[0]?.value === address;
}

function isCurrent(file: ConfigFile, address: string): boolean {
  return isListed(file, address) && file.guard === 'set';
}

function withoutOurs(text: string): string {
  return changed(text, ({ root, plugins, ours }) => {
    const [first] = ours;
    if (first === undefined || plugins?.parent === undefined) return text;
    if (plugins.children?.length === 1) return removeChild(text, root, plugins.parent);
    return withoutOurs(removeChild(text, plugins, first));
  });
}

/** First, so that the user's entries still count. */
function withGuard(text: string, { root, permission, guard }: ConfigFile): string {
  if (guard !== 'missing') return text;
  if (permission === undefined) return appendProperty(text, root, 'permission', 'ask');
  if ((permission.children ?? []).length === 0) return replaceValue(text, permission, { '*': 'ask' });
  const inside = permission.offset + 1;
  const blank = /^\s*/.exec(text.slice(inside))?.[0] ?? '';
  return `${text.slice(0, inside)}${blank}"*": "ask",${blank === '' ? ' ' : ''}${text.slice(inside)}`;
}

function changed(text: string, change: (file: ConfigFile) => string): string {
  const file = read(text);
  return 'kind' in file ? text : change(file);
}

function read(text: string): ConfigFile | SettingsProblem {
  const root = parseJsonText(text, 'lenient');
  if (!('type' in root)) {
    const line = text.slice(0, root.offset).split('\n').length;
    return problem(`The settings are not valid JSON (line ${line}). Mend the line, then try again.`);
  }
  if (root.type !== 'object') return problem('The settings are not a JSON object. Mend the file, then try again.');
  const [pluginProperty, permissionProperty] = [property(root, 'plugin'), property(root, 'permission')];
  if (pluginProperty === 'twice' || permissionProperty === 'twice') {
    return problem(
      '"plugin" or "permission" occurs in the settings more than once. Remove all but one, then try again.',
    );
  }
  const plugins = pluginProperty === undefined ? undefined : propertyValue(pluginProperty);
  if (plugins !== undefined && plugins.type !== 'array') {
    return problem('"plugin" is not a list. Mend it, then try again.');
  }
  const permission = permissionProperty === undefined ? undefined : propertyValue(permissionProperty);
  return {
    root,
    plugins,
    ours: (plugins?.children ?? []).filter(({ value }) => typeof value === 'string' && OWN.test(value)),
    permission,
    guard: guardOf(permission),
  };
}

function guardOf(permission: Node | undefined): ConfigFile['guard'] {
  if (permission === undefined) return 'missing';
  if (permission.type !== 'object') return isRestricting(permission) ? 'set' : 'allows';
  const every = (permission.children ?? []).filter((entry) => entry.children?.[0]?.value === '*');
  if (every.length === 0) return 'missing';
  return every.every((entry) => isRestricting(propertyValue(entry))) ? 'set' : 'allows';
}

function isRestricting(action: Node | undefined): boolean {
  return action?.value === 'ask' || action?.value === 'deny';
}

function problem(reason: string): SettingsProblem {
  return { kind: 'error', reason };
}
