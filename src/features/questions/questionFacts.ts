/** Where and why in one line; rare facts in another. */
import { agentModeText, isUsualMode } from '../../editor/agentMode';
import { oneOrMany } from '../../common/oneOrMany';
import { shortLine, visibleLine } from '../../common/visibleText';
import type { RunningFiles, UserQuestion } from '../../engine/model/ports';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { t } from '@vscode/l10n';

const MAX_NAME = 60;
const MAX_RULE = 120;
const MAX_BECAUSE = 300;

const SEPARATOR = ' · ';
const LIKE_THE_SEPARATOR = /[\u00B7\u0387\u2022\u2027\u2219\u22C5\u30FB\uFF65]/gu;

/**
 * @param runs that the answer covers
 * @param folders of the workspace, absolute
 */
export function questionFacts(question: UserQuestion, runs: number, folders: readonly string[]): readonly string[] {
  const { cwd } = question;
  const place = cwd === undefined ? [] : [t('in {folder}', { folder: folderText(cwd, folders) })];
  const rare = rareFacts(question, runs);
  return [[...place, whyText(question)].join(SEPARATOR), ...(rare.length === 0 ? [] : [rare.join(SEPARATOR)])];
}

/** From the workspace folder's name on; elsewhere the whole path. */
export function folderText(cwd: string, folders: readonly string[]): string {
  const holds = (folder: string): boolean => cwd === folder || /^[\\/]/.test(cwd.slice(folder.length));
  const holding = folders.filter((folder) => cwd.startsWith(folder) && holds(folder));
  const root = holding.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');
  const name = nameOf(root);
  const isClear =
    !/(^|[\\/])\.\.?([\\/]|$)/.test(cwd) && folders.filter((folder) => nameOf(folder) === name).length === 1;
  return foreign(visibleLine(name !== '' && isClear ? name + cwd.slice(root.length) : cwd));
}

function nameOf(folder: string): string {
  return folder.split(/[\\/]/).at(-1) ?? '';
}

/** Foreign text cannot pass for a fact of ours. */
function foreign(text: string): string {
  return text.replace(LIKE_THE_SEPARATOR, (dot) => `\\u{${(dot.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

function short(text: string, limit: number): string {
  return foreign(shortLine(text, limit));
}

function whyText(question: UserQuestion): string {
  const because = short(question.because, MAX_BECAUSE);
  switch (question.why) {
    case 'ask-rule':
      return ruleText(question) ?? t('a rule asks: {because}', { because });
    case 'malformed-rule':
      return t('cannot be read: {because}', { because });
    case 'soft-block':
      return t('the judge advises against it: {because}', { because });
    case 'outage':
      return t('the judge gave no answer: {because}', { because });
    case 'paused':
      return t('auto mode is paused: {because}', { because });
  }
}

function ruleText({ rule, note }: UserQuestion): string | undefined {
  if (rule === undefined) return undefined;
  const text = short(rule.text, MAX_RULE);
  const named =
    rule.source === 'user'
      ? t('your rule {rule}', { rule: text })
      : t('rule {rule} ({source})', { rule: text, source: ruleSourceNames()[rule.source] });
  return note === undefined ? named : `${named}: ${short(note, MAX_BECAUSE)}`;
}

function rareFacts({ subAgent, mode, yesRuns, runs: files }: UserQuestion, runs: number): readonly string[] {
  return [
    ...(yesRuns ? [t('no check follows your yes')] : []),
    ...(runs > 1 ? [t('your answer covers {runs} runs', { runs })] : []),
    ...(files === undefined || files.files.length === 0 ? [] : [filesText(files)]),
    ...(subAgent === undefined ? [] : [t('sub-agent “{name}”', { name: short(subAgent, MAX_NAME) })]),
    ...(mode === undefined || isUsualMode(mode)
      ? []
      : [t("agent's mode: {mode}", { mode: foreign(agentModeText(mode)) })]),
  ];
}

function filesText({ files, complete }: RunningFiles): string {
  const count = new Set(files.map(({ path }) => path)).size;
  const written = new Set(files.filter(isByAgent).map(({ path }) => path)).size;
  const all = complete
    ? oneOrMany(count, t('runs 1 file'), t('runs {count} files', { count }))
    : oneOrMany(count, t('runs at least 1 file'), t('runs at least {count} files', { count }));
  return written === 0 ? all : t('{files}, {written} written by an agent in this session', { files: all, written });
}

export function isByAgent({ writer }: Pick<RunningFiles['files'][number], 'writer'>): boolean {
  return writer === 'agent' || writer === 'agent-changed';
}
