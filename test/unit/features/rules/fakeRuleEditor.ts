import assert from 'node:assert/strict';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, PathRules, RawSource, RawValues } from '../../../../src/config/sources';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { Listeners } from '../../../../src/common/listeners';
import { EditableRules } from '../../../../src/features/rules/editableRules';
import type { RuleCount, RuleCounting, RuleQuestion } from '../../../../src/features/rules/ruleCounting';
import { RuleEditor } from '../../../../src/features/rules/ruleEditor';
import { RuleLists } from '../../../../src/features/rules/ruleLists';
import { RuleWriter } from '../../../../src/features/rules/ruleWriter';
import { turns } from '../../../../src/common/turns';
import { ruleSourceNames } from '../../../../src/texts/ruleSourceNames';
import {
  RULE_SECTIONS,
  ruleEditingActionSchema,
  type PlacedRules,
  type RuleEditingFocus,
  type RuleEditingSlice,
  type RuleGroup,
  type RuleSection,
} from '../../../../src/panel/ruleEditing';

export const FOLDER = '/home/u/site';
const paths: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};

/** Which list a test is about, as a click says it. */
export interface LookedAt {
  readonly section: RuleSection;
  readonly place: string;
  readonly count: number;
  readonly draft: Omit<NonNullable<RuleEditingFocus['draft']>, 'section' | 'place'>;
}

type SeenList = PlacedRules &
  Pick<RuleGroup, 'builtIn' | 'others'> &
  Pick<RuleEditingSlice, 'undo' | 'outcome' | 'draft'>;

/** A rule editor on settings in memory. */
export class FakeRuleEditor {
  user: Record<string, unknown> = {};
  workspace: Record<string, unknown> = {};
  managed: RawValues | undefined;
  forbidLoosening = false;
  failing: string | undefined;
  writes: string[] = [];
  opened: string[] = [];
  question: RuleQuestion | undefined;
  followed = 0;
  edited = 0;
  decided: () => void = () => undefined;
  count: RuleCount | undefined;
  readonly listeners = new Listeners();
  readonly rules: EditableRules;
  readonly writer: RuleWriter;
  readonly editing: RuleEditor;
  readonly lists: RuleLists;
  hits: Readonly<Record<string, number>> = {};
  #request = 0;
  #at: Pick<LookedAt, 'section' | 'place'> = { section: 'permissions.deny', place: 'user' };

  constructor() {
    const lists = this.#lists();
    this.lists = lists;
    const names = {
      sections: Object.fromEntries(RULE_SECTIONS.map((section) => [section, section])) as Record<RuleSection, string>,
      sources: ruleSourceNames(),
    };
    this.rules = new EditableRules({
      lists,
      settings: {
        window: () => this.#window(),
        folders: () => [{ folder: FOLDER, settings: this.#window() }],
      },
      openFolders: () => [FOLDER],
      hasWorkspace: () => true,
      sectionNames: names.sections,
    });
    this.writer = new RuleWriter({ lists, rules: this.rules, inTurn: turns() });
    this.writer.onDidChange(() => (this.edited += 1));
    this.editing = new RuleEditor({
      rules: this.rules,
      writer: this.writer,
      settingsChanged: this.listeners.subscribe,
      decided: (listener) => {
        this.decided = listener;
        return { dispose: () => undefined };
      },
      counting: () => this.#counting(),
      hits: () => ({
        look: () => undefined,
        follow: () => undefined,
        of: (section, text, source) => this.hits[`${section} ${text} ${source}`],
      }),
      openSettings: (section, { id }) => {
        this.opened.push(`${section} ${id}`);
        return Promise.resolve();
      },
      names,
    });
    this.editing.onDidChange(() => undefined);
  }

  asked(): RuleQuestion | undefined {
    return this.question;
  }

  changed(): void {
    this.listeners.fire();
  }

  look({ section = 'permissions.deny', place = 'user', count, draft }: Partial<LookedAt> = {}): SeenList {
    this.#at = { section, place };
    this.editing.look({
      open: [section],
      ...(count === undefined ? {} : { count }),
      ...(draft === undefined ? {} : { draft: { ...draft, section, place } }),
    });
    return this.seen();
  }

  /** The list that is looked at. */
  seen(): SeenList {
    const slice = this.editing.slice();
    const group = slice?.groups.find(({ section }) => section === this.#at.section);
    const list = group?.lists?.find(({ place }) => place === this.#at.place);
    assert.ok(slice);
    assert.ok(group);
    assert.ok(list);
    const { undo, outcome, draft } = slice;
    return { ...list, builtIn: group.builtIn, others: group.others, undo, outcome, draft };
  }

  /** A click on the list that is looked at; gives how it ended. */
  async click(action: object): Promise<{ readonly done: boolean; readonly text: string }> {
    this.#request += 1;
    const { section, place, version: seen } = this.seen();
    const whole =
      'kind' in action && action.kind === 'undo'
        ? { ...action, request: this.#request }
        : { section, place, seen, ...action, request: this.#request };
    await this.editing.execute(ruleEditingActionSchema.parse(whole));
    const outcome = this.editing.slice()?.outcome;
    assert.equal(outcome?.request, this.#request);
    return { done: outcome.done, text: outcome.text };
  }

  effective(): EffectiveSettings {
    return this.#window();
  }

  #lists(): RuleLists {
    return new RuleLists({
      paths,
      userValues: () => structuredClone(this.user),
      userAlone: (values, folder) =>
        this.#effective([{ source: 'user', values }], folder === undefined ? [] : [folder]),
      workspaceValue: (section) => this.workspace[section],
      writeUser: (key, value) => {
        if (this.failing !== undefined) return Promise.reject(new Error(this.failing));
        this.writes.push(`user ${key}`);
        this.user = { ...this.user, [key]: value };
        this.changed();
        return Promise.resolve();
      },
      writeWorkspace: (section, value) => {
        this.writes.push(`workspace ${section}`);
        this.workspace = { ...this.workspace, [section]: value };
        this.changed();
        return Promise.resolve();
      },
      refuseIfForbidden: () => {
        if (this.forbidLoosening) throw new Error('The policy forbids it.');
      },
    });
  }

  #counting(): RuleCounting {
    const count = (): RuleCount | undefined => this.count;
    return {
      ask: (question: RuleQuestion | undefined) => (this.question = question),
      follow: () => (this.followed += 1),
      get count() {
        return count();
      },
    } as unknown as RuleCounting;
  }

  #window(): EffectiveSettings {
    return this.#effective(
      [
        ...(this.managed === undefined ? [] : [{ source: 'managed', values: this.managed } as const]),
        { source: 'user', values: this.user },
        { source: 'workspace', values: this.workspace },
      ],
      [FOLDER],
      this.forbidLoosening,
    );
  }

  #effective(sources: readonly RawSource[], folders: readonly string[], forbidLoosening = false): EffectiveSettings {
    return effectiveConfiguration(
      {
        sources,
        trusted: true,
        workspaceFolders: folders,
        overrides: { of: folders.map((path) => ({ path, real: path })), mayLoosen: true, paths },
        forbidLoosening,
      },
      ruleProblem,
    );
  }
}
