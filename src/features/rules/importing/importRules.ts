import type { RefusedEntry, RuleList } from '../../../agents/permissionLists/permissionList';
import { SETTINGS } from '../../../config/contributions';
import { ruleProblem } from '../../../rules/permissionRule';
import type { Confirm } from '../../../editor/confirmation';
import { readPermissionLists, type ListPlaces } from './permissionListFiles';
import type { RuleWriter } from '../ruleWriter';
import { actionLines } from '../../questions/questionText';
import { t } from '@vscode/l10n';
import { shortLine } from '../../../common/visibleText';

const KEYS = {
  deny: SETTINGS.permissionsDeny,
  ask: SETTINGS.permissionsAsk,
  allow: SETTINGS.permissionsAllow,
} as const satisfies Record<RuleList, string>;
/** Tightening first: a failure loosens nothing. */
const LISTS = ['deny', 'ask', 'allow'] as const;

export interface Candidate {
  readonly list: RuleList;
  readonly rule: string;
  readonly original: string;
  readonly file: string;
  readonly fromRepository: boolean;
}

export interface RuleChoice {
  readonly list: RuleList;
  readonly rule: string;
}

export interface ImportResult {
  readonly candidates: readonly Candidate[];
  readonly notExpressed: readonly { readonly original: string; readonly file: string; readonly why: string }[];
  readonly written: readonly RuleChoice[];
  readonly problem?: string;
}

export interface ImportRulesParts {
  readonly places: ListPlaces;
  /** Unchecked. */
  readonly userValue: (key: (typeof KEYS)[RuleList]) => unknown;
  readonly writer: Pick<RuleWriter, 'append'>;
  readonly trusted: () => boolean;
  readonly confirm: Confirm;
  /** For a text that a dialog cuts. */
  readonly openWhole: (text: string) => PromiseLike<void>;
  readonly pick: (
    found: Pick<ImportResult, 'candidates' | 'notExpressed'>,
  ) => Promise<readonly Candidate[] | undefined>;
}

/** As far as rules can express. */
export class ImportRules {
  constructor(private readonly parts: ImportRulesParts) {}

  /**
   * Lists without `rules`. Asks before writing what allows or is a repository's.
   * @throws TypeError for another argument
   */
  async run(argument: unknown): Promise<ImportResult> {
    const wanted = choicesOf(argument);
    const found = this.#found();
    const chosen = wanted.map((choice) => {
      const candidate = found.candidates.find(({ list, rule }) => list === choice.list && rule === choice.rule);
      if (candidate === undefined)
        throw new TypeError(`No candidate for ${choice.list} is ${JSON.stringify(choice.rule)}.`);
      return candidate;
    });
    // The caller may be a repository's task.
    const foreign = chosen.some(({ list, fromRepository }) => fromRepository && list !== 'allow');
    return { ...found, ...(await this.#write(chosen, found.candidates, foreign)) };
  }

  async show(): Promise<ImportResult> {
    const found = this.#found();
    const chosen = (await this.parts.pick(found)) ?? [];
    return { ...found, ...(await this.#write(chosen, found.candidates, false)) };
  }

  #found(): Pick<ImportResult, 'candidates' | 'notExpressed'> {
    const { rules, refused } = readPermissionLists(this.parts.places);
    const lost: RefusedEntry[] = [...refused];
    const candidates = new Map<string, Candidate>();
    // The user's entries win over a repository's.
    const ownFirst = [...rules].sort((a, b) => Number(a.fromRepository) - Number(b.fromRepository));
    for (const { list, rule, original, file, fromRepository } of ownFirst) {
      const problem = ruleProblem(rule);
      if (problem !== undefined) lost.push({ original, file, why: problem });
      else if (list === 'allow' && fromRepository && !this.parts.trusted()) {
        lost.push({ original, file, why: 'the workspace is not trusted' });
      } else if (!candidates.has(`${list} ${rule}`)) {
        candidates.set(`${list} ${rule}`, { list, rule, original, file, fromRepository });
      }
    }
    const isNew = ({ list, rule }: Candidate): boolean => !textsOf(this.parts.userValue(KEYS[list])).has(rule);
    return {
      candidates: LISTS.flatMap((wanted) =>
        [...candidates.values()].filter(({ list }) => list === wanted).filter(isNew),
      ),
      notExpressed: lost.map(({ original, file, why }) => ({ original, file, why })),
    };
  }

  async #write(
    chosen: readonly Candidate[],
    candidates: readonly Candidate[],
    asksAboutAll: boolean,
  ): Promise<Pick<ImportResult, 'written' | 'problem'>> {
    if (chosen.length === 0) return { written: [] };
    const before = this.#problemOf(chosen);
    if (before !== undefined) return { written: [], problem: before };
    const allows = chosen.some(({ list }) => list === 'allow');
    if ((asksAboutAll || allows) && !(await this.#agreed(chosen, candidates, asksAboutAll))) return { written: [] };
    const problem = this.#problemOf(chosen);
    if (problem !== undefined) return { written: [], problem };
    const missing = LISTS.flatMap((list) => {
      const texts = textsOf(this.parts.userValue(KEYS[list]));
      const rules = new Set(chosen.filter((candidate) => candidate.list === list).map(({ rule }) => rule));
      return [...rules].filter((rule) => !texts.has(rule)).map((rule) => ({ list, rule }));
    });
    const additions = LISTS.map((list) => ({
      section: KEYS[list],
      place: { kind: 'user' } as const,
      entries: missing.filter((one) => one.list === list).map(({ rule }) => rule),
    }));
    await this.parts.writer.append(additions.filter(({ entries }) => entries.length > 0));
    return { written: missing };
  }

  /** A value that is no list stays: its meaning is unknown. */
  #problemOf(chosen: readonly Candidate[]): string | undefined {
    const broken = LISTS.find((list) => {
      const value = this.parts.userValue(KEYS[list]);
      return chosen.some((candidate) => candidate.list === list) && value !== undefined && !Array.isArray(value);
    });
    return broken === undefined
      ? undefined
      : t('Nothing was imported: autoMode.{key} in your settings is not a list. Correct it, then try again.', {
          key: KEYS[broken],
        });
  }

  async #agreed(chosen: readonly Candidate[], candidates: readonly Candidate[], aboutAll: boolean): Promise<boolean> {
    const { confirm, openWhole } = this.parts;
    const allowed = aboutAll ? chosen : chosen.filter(({ list }) => list === 'allow');
    const shown = actionLines(allowed.map(({ list, rule }) => (aboutAll ? `${list} ${rule}` : rule)).join('\n'));
    if (shown.whole !== undefined) await openWhole(shown.whole);
    const files = new Set(allowed.map(({ file }) => file));
    const repositories = new Set(allowed.filter(({ fromRepository }) => fromRepository).map(({ file }) => file));
    const left = candidates
      .filter(({ list, file }) => list !== 'allow' && files.has(file))
      .filter((one) => !chosen.includes(one));
    const detail = [
      aboutAll
        ? t('They then hold in every window. Calls that allow rules cover run without the judge:')
        : t('Calls that these rules cover then run without the judge:'),
      '',
      ...shown.lines,
      ...[...repositories].flatMap((file) => ['', t('From the repository: {file}', { file: shortLine(file, 200) })]),
      ...(left.length === 0
        ? []
        : ['', t('Left out, although the same lists deny or ask about them: {rules}', { rules: namesOf(left) })]),
    ].join('\n');
    const question = aboutAll ? t('Add these rules to your settings?') : t('Add these allow rules to your settings?');
    return confirm(question, detail, t('Add Rules'));
  }
}

const MOST_NAMED = 10;

function namesOf(candidates: readonly Candidate[]): string {
  const names = candidates.slice(0, MOST_NAMED).map(({ list, rule }) => `${list} ${shortLine(rule, 80)}`);
  return [...names, ...(candidates.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

function textsOf(value: unknown): ReadonlySet<string> {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Set(
    entries.flatMap((entry) => {
      const text: unknown = typeof entry === 'object' && entry !== null && 'rule' in entry ? entry.rule : entry;
      return typeof text === 'string' ? [text.trim()] : [];
    }),
  );
}

function choicesOf(argument: unknown): readonly RuleChoice[] {
  const rules: unknown =
    typeof argument === 'object' && argument !== null && 'rules' in argument ? argument.rules : undefined;
  if (rules === undefined) return [];
  if (!Array.isArray(rules) || !rules.every(isChoice)) {
    throw new TypeError('"rules" must be a list of {list: "allow", "deny" or "ask", rule}.');
  }
  return rules;
}

function isChoice(value: unknown): value is RuleChoice {
  if (typeof value !== 'object' || value === null || !('list' in value) || !('rule' in value)) return false;
  return typeof value.rule === 'string' && LISTS.some((list) => list === value.list);
}
