/** `hooks` has a list per event, of hooks or groups. */
import type { Node } from 'jsonc-parser';
import type { JsonObject } from '../../common/json';
import type { ConnectionStatus, SettingsProblem } from './agentInstallation';
import {
  appendElement,
  appendProperty,
  parseJsonText,
  property,
  propertyValue,
  removeChild,
  replaceValue,
  type JsonTextError,
} from '../files/jsonTextEdit';
import { isExactly, isOwnHook } from './ownHook';

export interface HookFileForm {
  readonly agentName: string;
  /** Files with other values stay. */
  readonly head: JsonObject;
  /** Comments are allowed. Default: they void a file. */
  readonly takesComments?: true;
  /** The first asks about calls. */
  items(launcherPath: string): Readonly<Record<string, JsonObject>>;
}

export type SettingsEdit = { readonly kind: 'edited' | 'unchanged'; readonly text: string } | SettingsProblem;

/** Renews outdated hooks too. */
export function connectHookFile(form: HookFileForm, text: string | undefined, launcherPath: string): SettingsEdit {
  const items = form.items(launcherPath);
  if (text === undefined || text.trim() === '') {
    const hooks = Object.fromEntries(Object.entries(items).map(([event, item]) => [event, [item]]));
    return { kind: 'edited', text: `${JSON.stringify({ ...form.head, hooks }, undefined, 2)}\n` };
  }
  const { mark, body } = splitByteOrderMark(text);
  const found = locate(form, body, 'strict');
  if ('kind' in found) return found;
  if (isCurrent(found, items)) return { kind: 'unchanged', text };

  const edit = new Edit(form, body, 'strict');
  for (const key of Object.keys(form.head)) edit.addHead(key);
  edit.removeWhere(({ event }) => !Object.hasOwn(items, event.name));
  for (const [event, item] of Object.entries(items)) edit.put(event, item);
  return edit.result(mark, text);
}

/** With emptied lists. Keeps comments. */
export function disconnectHookFile(form: HookFileForm, text: string): SettingsEdit {
  const { mark, body } = splitByteOrderMark(text);
  const edit = new Edit(form, body, 'lenient');
  edit.removeWhere(() => true);
  return edit.result(mark, text);
}

export function hookFileStatus(form: HookFileForm, text: string | undefined, launcherPath: string): ConnectionStatus {
  if (text === undefined || text.trim() === '') return { state: 'not-connected' };
  const found = locate(form, splitByteOrderMark(text).body, 'strict');
  if ('kind' in found) return { state: 'broken', reason: found.reason };
  if (found.ours.length === 0) return { state: 'not-connected' };
  if (found.hooksDisabled) {
    return {
      state: 'broken',
      reason:
        'The settings switch all hooks off ("disableAllHooks": true). Remove that line to let Auto Mode check calls.',
    };
  }
  return { state: isCurrent(found, form.items(launcherPath)) ? 'connected' : 'outdated' };
}

interface OurHook {
  readonly event: HookEvent;
  readonly item: Node;
  readonly hooks: Node;
  readonly hook: Node;
}

interface HookEvent {
  readonly name: string;
  readonly property: Node;
  readonly items: Node;
  readonly hooks: Node;
}

interface HookFile {
  readonly root: Node;
  readonly hooksProperty: Node | undefined;
  readonly events: readonly HookEvent[];
  readonly ours: readonly OurHook[];
  readonly missingHead: readonly string[];
  readonly hooksDisabled: boolean;
}

/** Parses again: edits move offsets. */
class Edit {
  private problem: SettingsProblem | undefined;

  constructor(
    private readonly form: HookFileForm,
    private body: string,
    private readonly mode: 'strict' | 'lenient',
  ) {}

  result(mark: string, before: string): SettingsEdit {
    if (this.problem !== undefined) return this.problem;
    const text = mark + this.body;
    return text === before ? { kind: 'unchanged', text } : { kind: 'edited', text };
  }

  addHead(key: string): void {
    const file = this.file();
    if (file?.missingHead.includes(key) === true) {
      this.body = appendProperty(this.body, file.root, key, this.form.head[key] ?? null);
    }
  }

  /** Reuses our old place if nothing else is there. */
  put(event: string, item: JsonObject): void {
    const [only, ...more] = this.file()?.ours.filter((hook) => hook.event.name === event) ?? [];
    if (only !== undefined && more.length === 0 && isAlone(only)) {
      if (!isExactly(only.item, item)) this.body = replaceValue(this.body, only.item, item);
      return;
    }
    this.removeWhere((hook) => hook.event.name === event);
    const file = this.file();
    if (file !== undefined) this.body = withItem(this.body, file, event, item);
  }

  removeWhere(isMeant: (hook: OurHook) => boolean): void {
    for (;;) {
      const file = this.file();
      const hook = file?.ours.find(isMeant);
      if (file === undefined || hook === undefined) return;
      this.body = removeHook(this.body, file, hook);
    }
  }

  private file(): HookFile | undefined {
    const file = locate(this.form, this.body, this.mode);
    if (!('kind' in file)) return file;
    this.problem = file;
    return undefined;
  }
}

function withItem(text: string, file: HookFile, event: string, item: JsonObject): string {
  const items = file.events.find(({ name }) => name === event)?.items;
  if (items !== undefined) return appendElement(text, items, item);
  const hooks = file.hooksProperty === undefined ? undefined : propertyValue(file.hooksProperty);
  return hooks === undefined
    ? appendProperty(text, file.root, 'hooks', { [event]: [item] })
    : appendProperty(text, hooks, event, [item]);
}

/** Strict: as the agent reads. Lenient: finds ours anywhere. */
function locate(form: HookFileForm, body: string, mode: 'strict' | 'lenient'): HookFile | SettingsProblem {
  const root = parseJsonText(body, mode === 'strict' && form.takesComments === true ? 'comments' : mode);
  if (!('type' in root)) return notReadable(form, body, root);
  const wrong = mode === 'strict' ? whatIsWrong(form, root) : undefined;
  if (wrong !== undefined) return wrong;

  const hooksProperties = properties(root, 'hooks');
  const events = hooksProperties.flatMap((hooks) =>
    propertiesOf(propertyValue(hooks)).flatMap((node): HookEvent[] => {
      const items = propertyValue(node);
      return items?.type === 'array' ? [{ name: nameOf(node), property: node, items, hooks }] : [];
    }),
  );
  const disabled = property(root, 'disableAllHooks');
  return {
    root,
    hooksProperty: hooksProperties[0],
    events,
    ours: events.flatMap(ourHooks),
    missingHead: Object.keys(form.head).filter((key) => property(root, key) === undefined),
    hooksDisabled: disabled !== undefined && disabled !== 'twice' && propertyValue(disabled)?.value === true,
  };
}

/** Why the agent might ignore the gate's hooks. */
function whatIsWrong(form: HookFileForm, root: Node): SettingsProblem | undefined {
  if (root.type !== 'object') return problem('The settings are not a JSON object. Mend the file, then try again.');
  for (const key of ['hooks', 'disableAllHooks', ...Object.keys(form.head)]) {
    if (property(root, key) === 'twice') return duplicateKey(key);
  }
  for (const [key, value] of Object.entries(form.head)) {
    if (properties(root, key).some((found) => propertyValue(found)?.value !== value)) {
      return problem(`"${key}" is not ${JSON.stringify(value)}. Mend it, then try again.`);
    }
  }
  const [hooksProperty] = properties(root, 'hooks');
  if (hooksProperty === undefined) return undefined;
  const hooks = propertyValue(hooksProperty);
  if (hooks?.type !== 'object') return problem('"hooks" is not an object. Mend it, then try again.');
  for (const event of Object.keys(form.items(''))) {
    const found = property(hooks, event);
    if (found === 'twice') return duplicateKey(event);
    if (found !== undefined && propertyValue(found)?.type !== 'array') {
      return problem(`"hooks.${event}" is not a list. Mend it, then try again.`);
    }
  }
  return undefined;
}

function ourHooks(event: HookEvent): OurHook[] {
  return (event.items.children ?? []).flatMap((item): OurHook[] => {
    if (isOwnHook(item)) return [{ event, item, hooks: event.items, hook: item }];
    return hookLists(item).flatMap((hooks) =>
      (hooks.children ?? []).filter(isOwnHook).map((hook) => ({ event, item, hooks, hook })),
    );
  });
}

/** One, unless keys repeat. */
function hookLists(item: Node): readonly Node[] {
  return properties(item, 'hooks').flatMap((found) => {
    const list = propertyValue(found);
    return list?.type === 'array' ? [list] : [];
  });
}

function properties(object: Node, key: string): readonly Node[] {
  return propertiesOf(object).filter((found) => nameOf(found) === key);
}

function propertiesOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' ? (node.children ?? []) : [];
}

function nameOf(found: Node): string {
  return String(found.children?.[0]?.value);
}

/** Removing it affects only ours. */
function isAlone({ item, hook }: OurHook): boolean {
  return item === hook || hookLists(item).every((list) => list.children?.every((one) => one === hook) === true);
}

function isCurrent(file: HookFile, items: Readonly<Record<string, JsonObject>>): boolean {
  if (file.missingHead.length > 0 || file.ours.length !== Object.keys(items).length) return false;
  return Object.entries(items).every(([event, item]) =>
    file.ours.some((ours) => ours.event.name === event && isExactly(ours.item, item)),
  );
}

function removeHook(text: string, file: HookFile, ours: OurHook): string {
  const { event, item, hooks, hook } = ours;
  const isOnly = (parent: Node | undefined): boolean => parent?.children?.length === 1;
  if (!isAlone(ours)) return removeChild(text, hooks, hook);
  if (!isOnly(event.items)) return removeChild(text, event.items, item);
  const all = propertyValue(event.hooks);
  if (all !== undefined && !isOnly(all)) return removeChild(text, all, event.property);
  return removeChild(text, file.root, event.hooks);
}

function splitByteOrderMark(text: string): { mark: string; body: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text };
}

function problem(reason: string): SettingsProblem {
  return { kind: 'error', reason };
}

function duplicateKey(key: string): SettingsProblem {
  return problem(`"${key}" stands in the settings more than once. Remove all but one, then try again.`);
}

function notReadable(
  { agentName, takesComments }: HookFileForm,
  body: string,
  { offset, isTooDeep }: JsonTextError,
): SettingsProblem {
  const line = body.slice(0, offset).split('\n').length;
  return problem(
    isTooDeep === true
      ? `The settings are nested too deep to be read (line ${line}). Mend the line, then try again.`
      : `The settings are not valid JSON (line ${line}), and ${agentName} ignores such a file as a whole; it takes ${takesComments === true ? '' : 'no comments and '}no trailing commas. Mend the line, then try again.`,
  );
}
