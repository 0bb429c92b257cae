import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  COMMANDS,
  CONTEXT_KEYS,
  SETTINGS,
  SETTINGS_PREFIX,
  VIEWS,
  type CommandId,
  type SettingKey,
} from '../../src/config/contributions';
import { readRuleEntry } from '../../src/config/ruleEntry';
import { DEFAULTS_MARKER, SETTING_DEFAULTS, SETTING_SCHEMAS } from '../../src/config/schema';
import { parsePermissionRule } from '../../src/rules/permissionRule';
import { withinCpuMs } from './cpuTime';

const ROOT = join(import.meta.dirname, '..', '..');

interface Property {
  readonly type: string;
  readonly scope?: string;
  readonly default?: unknown;
  readonly order?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Items;
  readonly propertyNames?: { readonly pattern: string; readonly patternErrorMessage: string };
  readonly additionalProperties?: {
    readonly type: string;
    readonly errorMessage: string;
    readonly additionalProperties: boolean;
    readonly properties: Record<string, Property>;
  };
}
/** The Settings editor shows a list, and checks each entry of it, only where entries are plain texts. */
interface Items {
  readonly type: string;
  readonly pattern: string;
  readonly patternErrorMessage: string;
  readonly errorMessage: string;
  readonly maxLength?: number;
  readonly examples: readonly string[];
}
interface MenuItem {
  readonly command: string;
  readonly when?: string;
}
interface Manifest {
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly capabilities: Record<
    string,
    { readonly supported: unknown; readonly description?: string; readonly restrictedConfigurations?: unknown }
  >;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly menus: Record<string, readonly MenuItem[]>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string; readonly icon: string }[] };
    readonly views: Record<string, readonly { readonly id: string; readonly type: string; readonly icon: string }[]>;
    readonly configuration: readonly {
      readonly id: string;
      readonly title: string;
      readonly order: number;
      readonly properties: Record<string, Property>;
    }[];
  };
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
const texts = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8')) as Record<string, string>;
const { contributes } = manifest;
const groups = contributes.configuration;
const properties = Object.assign({}, ...groups.map((group) => group.properties)) as Record<string, Property>;
const fullName = (key: string): string => `${SETTINGS_PREFIX}.${key}`;

/** How the palette leads to a command that it does not show: to the place in the panel, or to a choice that has it. */
const REACHED_BY: Readonly<Record<string, CommandId>> = {
  [COMMANDS.status]: COMMANDS.showPanel,
  [COMMANDS.dropRules]: COMMANDS.showPanel,
  [COMMANDS.confirmEnvironment]: COMMANDS.showPanel,
  [COMMANDS.clearActivity]: COMMANDS.showPanel,
  [COMMANDS.dismissAlarm]: COMMANDS.showPanel,
  [COMMANDS.showWaiting]: COMMANDS.showPanel,
  [COMMANDS.reset]: COMMANDS.denials,
  [COMMANDS.allowOnce]: COMMANDS.denials,
  [COMMANDS.addRule]: COMMANDS.denials,
  [COMMANDS.undoRule]: COMMANDS.denials,
  [COMMANDS.exportDenials]: COMMANDS.denials,
  [COMMANDS.changeRule]: COMMANDS.editRules,
  [COMMANDS.moveRule]: COMMANDS.editRules,
  [COMMANDS.removeRuleList]: COMMANDS.editRules,
  [COMMANDS.undoRuleChange]: COMMANDS.editRules,
  [COMMANDS.replay]: COMMANDS.editRules,
  [COMMANDS.openRequestLog]: COMMANDS.showRequest,
  [COMMANDS.removeKey]: COMMANDS.showModels,
  [COMMANDS.testModel]: COMMANDS.showModels,
  [COMMANDS.exampleDenial]: COMMANDS.gettingStarted,
  [COMMANDS.connectClaudeCode]: COMMANDS.connect,
  [COMMANDS.connectCopilot]: COMMANDS.connect,
  [COMMANDS.connectCodex]: COMMANDS.connect,
  [COMMANDS.disconnectClaudeCode]: COMMANDS.disconnect,
  [COMMANDS.disconnectCopilot]: COMMANDS.disconnect,
  [COMMANDS.disconnectCodex]: COMMANDS.disconnect,
};

/** More lines of a description the Settings editor does not show. */
const SHOWN_LINES = 20;

/** Every text in a JSON value. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** What a `%key%` of the manifest stands for. */
function textOf(reference: string | undefined): string {
  const text = texts[/^%(.+)%$/.exec(reference ?? '')?.[1] ?? ''];
  assert.ok(text !== undefined, `${String(reference)} is no key of package.nls.json`);
  return text;
}

/** A pattern in one spelling: `/` may carry a backslash or not. */
function sourceOf(pattern: string | undefined): string | undefined {
  return pattern?.replaceAll('\\/', '/');
}

describe('the manifest', () => {
  it('contributes exactly the commands of the table', () => {
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), Object.values(COMMANDS).sort());
  });

  it('contributes exactly the settings of the table, each once', () => {
    const names = groups.flatMap((group) => Object.keys(group.properties));
    assert.deepEqual(names.sort(), Object.values(SETTINGS).map(fullName).sort());
  });

  it('contributes the view and its container', () => {
    const [container, ...otherContainers] = contributes.viewsContainers.activitybar;
    assert.equal(container?.id, VIEWS.container);
    assert.deepEqual(otherContainers, []);
    const [view, ...otherViews] = contributes.views[VIEWS.container] ?? [];
    assert.equal(view?.id, VIEWS.panel);
    assert.equal(view.type, 'webview');
    assert.deepEqual(otherViews, []);
    for (const picture of [container.icon, view.icon, manifest.icon])
      assert.ok(existsSync(join(ROOT, picture)), picture);
  });

  it('uses every text of package.nls.json and no other', () => {
    const used = strings(manifest)
      .filter((text) => /^%.+%$/.test(text))
      .map((text) => text.slice(1, -1));
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
    for (const [key, text] of Object.entries(texts)) assert.ok(text.trim() !== '', key);
  });

  it('starts by itself, where the files are', () => {
    // Before `onStartupFinished` VS Code reads all settings, and where a repository's are nested too deeply for it, nothing follows.
    assert.deepEqual(manifest.activationEvents, ['*']);
    assert.deepEqual(manifest.extensionKind, ['workspace']);
    for (const kind of ['untrustedWorkspaces', 'virtualWorkspaces']) {
      const capability = manifest.capabilities[kind];
      assert.equal(capability?.supported, 'limited');
      textOf(capability.description);
    }
  });

  it('shows at most 25 commands in the palette, and one that leads to each other command', () => {
    const entries = contributes.menus['commandPalette'] ?? [];
    const hidden = entries.filter(({ when }) => when === 'false').map(({ command }) => command);
    assert.deepEqual([...hidden].sort(), [COMMANDS.check, ...Object.keys(REACHED_BY)].sort());
    const shown = contributes.commands.map(({ command }) => command).filter((id) => !hidden.includes(id));
    assert.ok(shown.length <= 25, `${shown.length} commands`);
    const conditional = entries.map(({ command }) => command);
    for (const [id, door] of Object.entries(REACHED_BY))
      assert.ok(shown.includes(door) && !conditional.includes(door), `${id} is to be reached by ${door}`);
  });

  it('names in texts only commands that the palette shows', () => {
    const hidden = (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
    const titles = contributes.commands
      .filter(({ command }) => hidden.some((entry) => entry.command === command))
      .map(({ title }) => textOf(title));
    const code = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'));
    // The quotation marks and stars of a sentence: the title of a dialog has none.
    const named = [...code, ...Object.values(texts)].flatMap((text) =>
      [...text.matchAll(/["“`*]Auto Mode: ([^"”`*]+)["”`*]/g)].map(([, title]) => title ?? ''),
    );
    assert.ok(named.length > 10, 'the texts were not found');
    assert.deepEqual(
      named.filter((title) => titles.includes(title)),
      [],
    );
  });

  it('names known commands and context keys in its menus', () => {
    const items = Object.values(contributes.menus).flat();
    const commands = new Set<string>(Object.values(COMMANDS));
    assert.deepEqual(
      items.filter(({ command }) => !commands.has(command)),
      [],
    );
    const known = new Set<string>([...Object.values(CONTEXT_KEYS), 'view', VIEWS.panel, 'false']);
    for (const { when } of items) {
      for (const [name] of (when ?? '').matchAll(/[A-Za-z][\w.]*/g))
        assert.ok(known.has(name), `${name} in ${String(when)}`);
    }
  });

  it('gives every command a title under one category', () => {
    for (const { title, category } of contributes.commands) {
      assert.match(textOf(title), /^[A-Z]/);
      assert.equal(textOf(category), 'Auto Mode');
    }
  });

  it('orders groups and the settings in them', () => {
    assert.deepEqual(
      groups.map(({ order }) => order),
      groups.map((_, index) => index + 1),
    );
    for (const group of groups) {
      textOf(group.title);
      const orders = Object.values(group.properties).map(({ order }) => order);
      assert.deepEqual(
        orders,
        orders.map((_, index) => index + 1),
        group.id,
      );
    }
  });

  for (const key of Object.values(SETTINGS)) {
    describe(fullName(key), () => {
      const property = properties[fullName(key)]!;

      it('is described in full sentences', () => {
        assert.equal(property.description, undefined, 'one description is enough');
        const text = textOf(property.markdownDescription);
        assert.match(text, /^[A-Z`]/);
        assert.match(text, /[.`]$/);
        assert.match(text, /[a-z)`]\. |\.$/, 'there is a sentence in it');
        assert.ok(text.split('\n').length <= SHOWN_LINES, 'the Settings editor cuts longer descriptions');
        for (const [, link] of text.matchAll(/`#([^#`]+)#`/g))
          assert.ok(Object.hasOwn(properties, link ?? ''), `${String(link)} is no setting`);
        const advice = key.startsWith('rules.');
        assert.equal(text.includes('advice to a model, not a security boundary'), advice);
      });

      it('can be set by a workspace only if it tightens', () => {
        const tightens = key === SETTINGS.permissionsDeny || key === SETTINGS.permissionsAsk;
        assert.equal(property.scope, tightens ? 'resource' : 'application');
      });

      it('has the default, type and limits of the code', () => {
        assert.deepEqual(property.default, SETTING_DEFAULTS[key]);
        const schema = z.toJSONSchema(SETTING_SCHEMAS[key]) as unknown as Omit<Property, 'items'>;
        assert.equal(property.type, schema.type);
        assert.equal(property.minimum, schema.minimum);
        assert.equal(property.maximum, schema.maximum);
        assert.equal(sourceOf(property.pattern), sourceOf(schema.pattern));
        assert.deepEqual(property.enum, schema.enum);
        assert.equal(SETTING_SCHEMAS[key].safeParse(property.default).success, true);
        if (property.enum !== undefined) {
          assert.equal(property.markdownEnumDescriptions?.length, property.enum.length);
          for (const text of property.markdownEnumDescriptions) assert.match(textOf(text), /^[A-Z].*\.$/);
        }
        if (property.pattern !== undefined) textOf(property.patternErrorMessage);
      });

      if (property.type === 'array') {
        it('is a list that the Settings editor shows and checks', () => {
          const { type, patternErrorMessage, errorMessage, pattern, examples } = property.items!;
          assert.equal(type, 'string');
          textOf(patternErrorMessage);
          textOf(errorMessage);
          for (const entry of [...examples, ...(property.default as string[])])
            assert.match(entry, new RegExp(pattern));
          assert.equal(new RegExp(pattern).test(DEFAULTS_MARKER), takesDefaults(key));
          if (takesDefaults(key)) assert.ok(textOf(property.markdownDescription).includes('`$defaults`'));
        });
      }

      if (key.startsWith('permissions.')) {
        it('marks in the editor what the engine cannot read', () => {
          const pattern = new RegExp(property.items!.pattern);
          for (const entry of RULE_ENTRIES) {
            const { rule } = readRuleEntry(entry);
            assert.equal(pattern.test(entry), parsePermissionRule({ text: rule, source: 'user' }).ok, entry);
          }
        });

        it('is checked in bounded time', () => {
          const pattern = new RegExp(property.items!.pattern);
          for (const part of ['(', ')', ' ', '"', ') "', ')"a', 'a']) {
            withinCpuMs(5_000, () => pattern.test(`bash(${part.repeat(100_000)}\n!`), part);
          }
        });
      }
    });
  }

  describe('folder overrides', () => {
    const { propertyNames, additionalProperties } = properties[fullName(SETTINGS.folders)]!;

    it('describes the other settings as they are themselves', () => {
      assert.equal(additionalProperties?.type, 'object');
      assert.equal(additionalProperties.additionalProperties, false);
      textOf(additionalProperties.errorMessage);
      const expected = Object.values(SETTINGS)
        .filter((key) => key !== SETTINGS.folders)
        .map((key) => {
          const { default: _default, scope: _scope, order: _order, ...described } = properties[fullName(key)]!;
          return [key, described] as const;
        });
      assert.deepEqual(additionalProperties.properties, Object.fromEntries(expected));
    });

    it('takes absolute paths and those below the home folder', () => {
      textOf(propertyNames!.patternErrorMessage);
      const pattern = new RegExp(propertyNames!.pattern);
      for (const path of ['/', '/srv/x', '~', '~/x', ' ~/x', 'C:\\x', 'c:/x', '\\\\server\\share']) {
        assert.ok(pattern.test(path), path);
      }
      for (const path of ['', 'x', './x', '../x', '~x', 'file:///x', 'C:x', '$HOME/x']) {
        assert.ok(!pattern.test(path), path);
      }
    });
  });

  it('lets the rules of an untrusted workspace be read', () => {
    // VS Code keeps a workspace's values of such settings back until it is trusted: its deny and ask rules would not hold.
    assert.equal(manifest.capabilities['untrustedWorkspaces']?.restrictedConfigurations, undefined);
  });
});

function takesDefaults(key: SettingKey): boolean {
  const others: readonly SettingKey[] = [SETTINGS.protectedPaths, SETTINGS.permissionsAsk, SETTINGS.containedCommands];
  return key.startsWith('rules.') || others.includes(key);
}

const RULE_ENTRIES: readonly string[] = [
  'bash',
  '*',
  ' bash ( git push* ) ',
  'mcp(jira/get_*)',
  'bash(a\nb)',
  'WebFetch',
  'bash(echo (x))',
  'bash())',
  '*(a)',
  'bash(a) "Open a pull request instead."',
  'bash(a)"Open (or ask for) a pull request." ',
  'bash "No shell here."',
  'bash(echo "a" "b")',
  '',
  '(a)',
  'bash(',
  'bash(a',
  'bash()',
  'bash(  )',
  'bash(a) b',
  'bash(a) "b',
  'bash(a) ""',
  'bash(a) "say "no" please"',
  '-x',
  'git push(a)',
  '{"rule":"a"}',
  '"Only words."',
];
