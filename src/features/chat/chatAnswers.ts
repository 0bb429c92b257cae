import { t } from '@vscode/l10n';
import type { ConfigurationReport } from '../../config/configurationReport';
import { CHAT, COMMANDS } from '../../config/contributions';
import type { PanelSnapshot } from '../../panel/messages';
import type { TrialResult } from '../../panel/trial';
import type { Release } from '../story/blockedRelease';
import { answerOf, type Answer } from './answer';
import { codeBlock, inlineCode, prose } from './chatMarkdown';
import type { DecisionSearch, KnownDecision } from './decisionSearch';
import { rulesAnswer } from './rulesAnswer';
import { statusAnswer } from './statusAnswer';
import { tryAnswer } from './tryAnswer';
import { whyAnswer } from './whyAnswer';

export interface ChatAnswersParts {
  readonly search: DecisionSearch;
  readonly status: () => PanelSnapshot;
  readonly config: () => Promise<ConfigurationReport>;
  /** Without effects. */
  readonly tryCall: (text: string) => Promise<TrialResult>;
  readonly releaseOf: (id: string) => Promise<Release>;
  /** Asks the user. */
  readonly allowOnce: (id: string) => Promise<{ readonly released: boolean }>;
  readonly redact: (text: string) => string;
  /** BCP 47 tag of the editor's language. */
  readonly language: string;
}

export interface ChatQuestion {
  readonly command: string | undefined;
  readonly prompt: string;
}

/** Asks no model: equal questions about an equal state have equal answers. */
export class ChatAnswers {
  constructor(private readonly parts: ChatAnswersParts) {}

  /** Never rejects: a failure is an answer. */
  async answer(question: ChatQuestion, cancelled: () => boolean): Promise<Answer> {
    try {
      return await this.#answer(question, cancelled);
    } catch (error) {
      return answerOf([prose(this.parts.redact(error instanceof Error ? error.message : String(error)))]);
    }
  }

  async #answer({ command, prompt }: ChatQuestion, cancelled: () => boolean): Promise<Answer> {
    const { status, config, redact } = this.parts;
    const text = prompt.trim();
    switch (command) {
      case 'status':
        return statusAnswer(status());
      case 'why':
        return this.#why(text, cancelled);
      case 'allow-once':
        return this.#allowOnce(text, cancelled);
      case 'rules':
        return rulesAnswer(await config(), text, redact);
      case 'try':
        return this.#try(text);
      default:
        return this.#plain(text, cancelled);
    }
  }

  async #why(text: string, cancelled: () => boolean): Promise<Answer> {
    const found = await this.#find(text, 'any', cancelled);
    return found === undefined ? notFound(text) : this.#explained(found);
  }

  async #allowOnce(text: string, cancelled: () => boolean): Promise<Answer> {
    const { allowOnce } = this.parts;
    const found = await this.#find(text, 'blocked', cancelled);
    if (found === undefined) return notFound(text);
    const call = codeBlock(found.summary);
    if (found.outcome !== 'block') return answerOf([call, prose(t('This call was not blocked.'))]);
    const { release, releaseNote = '' } = await this.#releaseOf(found.id);
    // Nobody waits for a dialog.
    if (release === 'none' || cancelled()) return answerOf([call, prose(releaseNote)]);
    const { released } = await allowOnce(found.id);
    return answerOf([
      call,
      prose(
        released ? t('Released: exactly this call may come again within ten minutes.') : t('Nothing was released.'),
      ),
    ]);
  }

  async #try(text: string): Promise<Answer> {
    if (text === '') {
      return answerOf([
        `${prose(t('Write a command line, or a tool call as JSON, after this:'))} ${inlineCode('/try')}`,
      ]);
    }
    return tryAnswer(text, await this.parts.tryCall(text));
  }

  /** The words are not interpreted: a call that they name, else the last block. */
  async #plain(text: string, cancelled: () => boolean): Promise<Answer> {
    const found = (text === '' ? undefined : await this.#find(text, 'any', cancelled)) ?? this.parts.search.lastBlock();
    const { markdown, buttons, followups } = found === undefined ? notFound('') : await this.#explained(found);
    return answerOf([markdown, helpLine()], buttons, followups);
  }

  async #explained(decision: KnownDecision): Promise<Answer> {
    const release = decision.outcome === 'block' ? await this.#releaseOf(decision.id) : undefined;
    return whyAnswer(decision, release, this.parts.language);
  }

  /** The note may quote the call. */
  async #releaseOf(id: string): Promise<Release> {
    const { releaseOf, redact } = this.parts;
    const { release, releaseNote } = await releaseOf(id);
    return { release, ...(releaseNote === undefined ? {} : { releaseNote: redact(releaseNote) }) };
  }

  async #find(text: string, which: 'any' | 'blocked', cancelled: () => boolean): Promise<KnownDecision | undefined> {
    const { search } = this.parts;
    if (text === '') return search.lastBlock();
    return search.byId(text) ?? search.containing([text, ...quotedIn(text)], which, cancelled);
  }
}

/** A sentence may quote a command. */
function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`|"([^"]+)"/gu)]
    .map(([, inTicks, inMarks]) => inTicks ?? inMarks ?? '')
    .slice(0, 3);
}

function notFound(text: string): Answer {
  if (text === '') return answerOf([prose(t('Nothing was blocked yet.'))]);
  return answerOf(
    [prose(t('No decision of this window is about that. The history in the panel searches those of all windows.'))],
    [{ title: t('Show Denials'), command: COMMANDS.denials }],
  );
}

function helpLine(): string {
  return `${prose(t('You can ask:'))} ${CHAT.commands.map((name) => inlineCode(`/${name}`)).join(' ')}`;
}
