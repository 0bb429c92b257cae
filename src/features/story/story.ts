import { t } from '@vscode/l10n';
import type {
  ShownText,
  Story as StoryValue,
  StoryAction,
  StoryBlock,
  StoryFocus,
  StorySlice,
} from '../../panel/story';
import { Listeners } from '../../common/listeners';
import type { RequestView } from '../requests/requestViewer';
import { requestText } from '../requests/requestText';
import { visibleDocument } from '../../common/visibleText';
import { shownText, type LongText } from '../../panel/longText';
import { denialOf } from '../../panel/panelDenial';
import type { PanelFeature } from '../../panel/panelFeature';
import type { SettingLink } from '../rules/ruleOrigin';
import { BlockedStory, type BlockedStoryParts } from './blockedStory';
import type { StoryReader, ReadStory } from './storyReader';
import { storyText } from './storyText';

export interface StoryFeatureParts {
  readonly reader: Pick<StoryReader, 'read' | 'change'>;
  readonly preview: (request: object) => Promise<RequestView>;
  readonly openSetting: (link: SettingLink) => Promise<void>;
  /** In a read-only editor. */
  readonly openDocument: (name: string, text: string) => Promise<void>;
  readonly copy: (text: string) => PromiseLike<void>;
  /** Side by side, read-only. */
  readonly openDifference: (name: string, before: string, after: string) => Promise<void>;
  readonly blocked: BlockedStoryParts;
}

export class StoryFeature implements PanelFeature<'story'> {
  #focus: StoryFocus | undefined;
  /** Undefined while it is read, or without one. */
  #shown: { readonly id: string; readonly story: ReadStory | undefined } | undefined;
  readonly #listeners = new Listeners();
  readonly #blocked: BlockedStory;

  constructor(private readonly parts: StoryFeatureParts) {
    this.#blocked = new BlockedStory(parts.blocked, () => {
      this.#listeners.fire();
    });
  }

  readonly onDidChange = this.#listeners.subscribe;

  look(focus: StoryFocus | undefined): void {
    const before = this.#focus?.id;
    this.#focus = focus;
    if (focus?.id === before) {
      this.#lookAtBlock();
      return;
    }
    this.#shown = undefined;
    this.#lookAtBlock();
    if (focus !== undefined) void this.#read(focus.id);
  }

  slice(): StorySlice | undefined {
    const focus = this.#focus;
    if (focus === undefined) return undefined;
    const { id } = focus;
    if (this.#shown?.id !== id) return { id, state: 'reading' };
    const { story } = this.#shown;
    if (story === undefined) return { id, state: 'gone' };
    const block = withoutRepeat(this.#blocked.slice(), story.story.reason);
    return { id, state: 'shown', story: shownStory(story.story, focus), ...(block === undefined ? {} : { block }) };
  }

  async execute(action: StoryAction): Promise<void> {
    const { reader, preview, openSetting, openDocument, copy, openDifference } = this.parts;
    const blocked = this.#blocked;
    const shown = this.#shown?.id === action.id ? this.#shown.story : await reader.read(action.id);
    if (shown === undefined) throw new Error(t('This decision is neither in this window nor in the log any more.'));
    switch (action.kind) {
      case 'copy':
        return copy(storyText(shown.story));
      case 'openSetting': {
        const link = shown.links[action.place];
        return link === undefined ? undefined : openSetting(link);
      }
      case 'openText': {
        const text = textsOf(shown.story).find(({ name }) => name === action.text);
        return text === undefined ? undefined : openDocument(`auto-mode-${text.name}.txt`, visibleDocument(text.text));
      }
      case 'preview':
        if (shown.request === undefined) return;
        return openDocument('auto-mode-request.txt', requestText(await preview(shown.request)));
      case 'copyRecord':
        return copy(JSON.stringify(denialOf(shown.decision), undefined, 2));
      case 'openChange': {
        const file = shown.decision.runs?.files[action.place];
        const change = file === undefined ? undefined : reader.change(file);
        if (file === undefined || change === undefined) throw new Error(t('The change is not kept any more.'));
        return openDifference(fileName(file.path), visibleDocument(change.before), visibleDocument(change.after));
      }
      case 'allowOnce':
        return blocked.allowOnce(action.id);
      case 'openAction':
        return blocked.openAction(action.id);
      case 'addRule':
        return blocked.addRule(action.id, action.key);
      case 'showChanged':
        return blocked.showChanged(action.id, action.key);
      case 'undoRule':
        return blocked.undoRule();
    }
  }

  /** Its contained run ended. */
  reportCame(id: string): void {
    if (this.#focus?.id === id) void this.#read(id);
  }

  /** @throws TypeError for an unknown id */
  async text(id: string): Promise<string> {
    const shown = await this.parts.reader.read(id);
    if (shown === undefined) {
      throw new TypeError('"id" must be the id of a decision that this window or the decision log has.');
    }
    return storyText(shown.story);
  }

  async #read(id: string): Promise<void> {
    const story = await this.parts.reader.read(id).catch(() => undefined);
    if (this.#focus?.id !== id) return;
    this.#shown = { id, story };
    this.#lookAtBlock();
    this.#listeners.fire();
  }

  #lookAtBlock(): void {
    const focus = this.#focus;
    const story = this.#shown?.story;
    if (focus === undefined || story?.decision.outcome !== 'block') {
      this.#blocked.look(undefined);
      return;
    }
    const { input } = shownStory(story.story, focus);
    const whole = input.whole && input.fields.every(({ text }) => !text.cut);
    this.#blocked.look({ id: focus.id, whole, adding: focus.adding === true });
  }
}

/** The reason is above. */
function withoutRepeat(block: StoryBlock | undefined, reason: string): StoryBlock | undefined {
  return block?.releaseNote?.includes(reason) === true ? { ...block, releaseNote: undefined } : block;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function textsOf({ input, judge }: StoryValue<LongText>): readonly LongText[] {
  return [...input.fields, ...(judge?.blocks ?? [])].map(({ text }) => text);
}

function shownStory(story: StoryValue<LongText>, { more = [] }: StoryFocus): StoryValue<ShownText> {
  const pages = new Map(more.map((one) => [one.text, one.pages]));
  const shown = <Part extends { readonly text: LongText }>(part: Part): Omit<Part, 'text'> & { text: ShownText } => ({
    ...part,
    text: shownText(part.text, pages.get(part.text.name) ?? 1),
  });
  const { input, judge } = story;
  return {
    ...story,
    input: { ...input, fields: input.fields.map(shown) },
    judge: judge === undefined ? undefined : { ...judge, blocks: judge.blocks.map(shown) },
  };
}
