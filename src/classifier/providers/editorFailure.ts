import { DeadlineExceeded } from '../../common/deadline';
import { cutMiddle, visible } from '../prompt/framing';
import { CHOOSE_MODEL_COMMAND } from '../models/modelChoice';
import { ProviderFailure } from '../models/provider';
import { redactSecrets } from '../prompt/redaction';
import { RequestRefused } from './requestForm';

export const EDITOR_PROVIDER_ID = 'editor';
export const ANOTHER_MODEL = `Choose another model with ${CHOOSE_MODEL_COMMAND}.`;
const MAX_QUOTED_CHARACTERS = 300;

/** GitHub Copilot's names, where the editor's codes are too coarse. */
const QUOTA_ERROR = 'ChatQuotaExceeded';
const RATE_ERROR = 'ChatRateLimited';
const QUOTA_WORDS =
  /\bquota\b|premium requests?\b.{0,40}\b(?:used|exhausted|exceeded|limit)|out of (?:credits|requests)/i;
const RATE_WORDS = /rate[ -]?limit|too many requests/i;
const TOO_LARGE_WORDS =
  /(?:prompt|message|input|request) (?:is )?too (?:long|large)|too many tokens|maximum context|context[ _](?:window|length|size)|token limit/i;

/** An error's text is cleaned: it may quote the prompt. */
export function editorFailure(error: unknown, name: string | undefined): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { code, kind, words } = errorParts(error);
  const model = name === undefined ? 'The editor' : `The editor's model ${shownModel(name)}`;
  const said = quoted(words);
  const failed = (outage: ProviderFailure['kind'], what: string, remedy: string): ProviderFailure =>
    new ProviderFailure(outage, `${model} ${what}${said}; auto mode fails closed.`, remedy);
  if (error instanceof DeadlineExceeded) {
    return new ProviderFailure(
      'timeout',
      `${model} did not answer in time; auto mode fails closed.`,
      `Try again, or ${lowerFirst(ANOTHER_MODEL)}`,
    );
  }
  if (code === 'NoPermissions') return noConsent(name);
  if (code === 'NotFound') return notFound(name);
  if (kind === QUOTA_ERROR || QUOTA_WORDS.test(words)) {
    return failed(
      'quota',
      'cannot be asked, since your quota is used up',
      `Wait until the quota is renewed, look at your plan, or ${lowerFirst(ANOTHER_MODEL)}`,
    );
  }
  if (kind === RATE_ERROR || RATE_WORDS.test(words)) {
    const { message, remedy } = failed('rate-limit', 'has had too many requests', 'Wait a moment and try again.');
    return new ProviderFailure('rate-limit', message, remedy, { afterMs: undefined });
  }
  if (code === 'Blocked') {
    return failed(
      'access-blocked',
      'is blocked for Auto Mode at present',
      `The editor does this where a limit of your plan is reached or an administrator forbids it: look at your plan, wait, or ${lowerFirst(ANOTHER_MODEL)}`,
    );
  }
  if (TOO_LARGE_WORDS.test(words)) {
    return failed('too-large', 'says that the action and its context are too large', ANOTHER_MODEL);
  }
  return new RequestRefused(failed('provider-error', 'failed', `Try again, or ${lowerFirst(ANOTHER_MODEL)}`), words);
}

export function noConsent(name: string | undefined): ProviderFailure {
  return new ProviderFailure(
    'no-consent',
    `The editor has not let Auto Mode use ${name === undefined ? 'its models' : `the model ${shownModel(name)}`}; auto mode fails closed.`,
    `Run ${CHOOSE_MODEL_COMMAND} and choose the model there: the editor then asks for your consent. It is never asked for a call of an agent.`,
  );
}

export function notFound(name: string | undefined): ProviderFailure {
  return new ProviderFailure(
    'no-model',
    `The editor offers no model ${name === undefined ? 'of that name' : shownModel(name)}; auto mode fails closed.`,
    `Check that the extension that brings the model is installed and that you are signed in there, or ${lowerFirst(ANOTHER_MODEL)}`,
  );
}

interface ErrorParts {
  readonly code: string;
  readonly kind: string;
  readonly words: string;
}

function errorParts(error: unknown): ErrorParts {
  const fields = typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {};
  const text = (value: unknown): string => (typeof value === 'string' ? cutMiddle(value, 10_000) : '');
  const cause = fields['cause'];
  const inner = typeof cause === 'object' && cause !== null ? (cause as Readonly<Record<string, unknown>>) : {};
  const message = text(fields['message']);
  const deeper = text(inner['message']);
  return {
    code: text(fields['code']),
    kind: text(inner['name']) === QUOTA_ERROR ? QUOTA_ERROR : text(fields['name']),
    words: message.includes(deeper) ? message : `${message}; ${deeper}`,
  };
}

function quoted(words: string): string {
  if (words.trim() === '') return '';
  const clean = visible(cutMiddle(redactSecrets(words).text, MAX_QUOTED_CHARACTERS)).replace(/\s+/g, ' ');
  return ` (${JSON.stringify(clean)})`;
}

export function shownModel(name: string): string {
  return JSON.stringify(visible(cutMiddle(`${EDITOR_PROVIDER_ID}/${name}`, 200)));
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
