import * as z from 'zod';
import { DEFAULTS_MARKER } from '../../config/schema';
import { HOLDING_BACK } from '../../config/sources';
import { MAX_RULE_TEXT, RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import type { EditableRules, StandingRules } from './editableRules';
import { hasBuiltIn, readDraft, readEntry } from './ruleDraft';
import type { RuleEdit } from './ruleWriter';
import type { RuleEditTurns } from './ruleEditTurns';
import { agreedToChange, entryLines, entryText, withMessage, type RuleQuestionParts } from './changeQuestion';
import { t } from '@vscode/l10n';

export interface RuleChangeParts extends RuleQuestionParts {
  readonly rules: Pick<EditableRules, 'standing'>;
  readonly edits: Pick<RuleEditTurns, 'change'>;
}

const where = { section: z.enum(RULE_SECTIONS), place: z.string().min(1).max(5_000).default('user') };
const text = z.string().max(MAX_RULE_TEXT);
const written = { rule: text, message: z.string().max(2_000).optional() };
const changeSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...where, ...written }),
  z.strictObject({ action: z.literal('edit'), ...where, entry: text, ...written }),
  z.strictObject({ action: z.literal('remove'), ...where, entry: text }),
  z.strictObject({ action: z.literal('move'), ...where, entry: text, to: z.int().min(1).max(1_000_000) }),
]);

/** One change of a list; `index` names the entry as the list stands in the version `seen`. */
type RuleChange = { readonly section: RuleSection; readonly place: string; readonly seen: string } & (
  | { readonly action: 'add'; readonly rule: string; readonly message?: string | undefined }
  | { readonly action: 'edit'; readonly index: number; readonly rule: string; readonly message?: string | undefined }
  | { readonly action: 'remove'; readonly index: number }
  | { readonly action: 'move'; readonly index: number; readonly to: number }
);

export interface RuleChangeAnswer {
  readonly changed: boolean;
  /** A sentence: what was done. */
  readonly text?: string;
}

const DEFAULTS = Symbol(DEFAULTS_MARKER);

/**
 * Changes a list of rules by command. Any extension can call it, so the user is asked about the whole change first, unless it is one more
 * deny or ask rule. One with a message is shown as well: the agent takes what it is told there for the user's words.
 */
export class RuleChangeCommand {
  constructor(private readonly parts: RuleChangeParts) {}

  /**
   * For callers.
   * @param argument `{action, section, place?, entry?, rule?, message?, to?}`, see `changeSchema`; `entry` is a rule as it stands in the list
   * @throws TypeError where it is none, or the list has no such entry; Error with a sentence for the user where nothing can be written
   */
  async run(argument: unknown): Promise<RuleChangeAnswer> {
    const parsed = changeSchema.safeParse(argument);
    if (!parsed.success) {
      throw new TypeError(
        'Give {"action": "add", "edit", "remove" or "move", "section": such as "permissions.deny", "place": "user", "workspace" or "folder:" and its path}, with "entry": the rule as it stands there, "rule" and "message": the new one, "to": its new place from 1.',
      );
    }
    const { data } = parsed;
    const { list } = this.#standing(data);
    const seen = list.version;
    if (data.action === 'add') return this.#carryOut({ ...data, seen });
    const { entry, ...change } = data;
    const index = list.entries.findIndex((raw) => entryText(data.section, raw) === entry.trim());
    if (index === -1) throw new TypeError(`No entry of autoMode.${data.section} there is ${JSON.stringify(entry)}.`);
    return this.#carryOut({ ...change, index, seen });
  }

  /** Asks where the change does more than hold back, and writes it. @throws Error with a sentence for the user where nothing can be written */
  async #carryOut(change: RuleChange): Promise<RuleChangeAnswer> {
    const standing = this.#standing(change);
    const { section, place, seen } = change;
    const list = { request: 0, section, place, seen };
    const entry = newEntry(change, standing);
    const onlyHoldsBack =
      change.action === 'add' && HOLDING_BACK.has(section) && (entry === DEFAULTS || entry?.message === '');
    if (!onlyHoldsBack && !(await this.#agreed(change, entry, standing))) return { changed: false };
    if (change.action === 'remove') return this.#write({ kind: 'remove', ...list, index: change.index });
    if (change.action === 'move') {
      return this.#write({ kind: 'reorder', ...list, index: change.index, to: change.to - 1 });
    }
    if (entry === DEFAULTS) return this.#write({ kind: 'addDefaults', ...list });
    const { rule, message } = entry ?? { rule: '', message: '' };
    return change.action === 'add'
      ? this.#write({ kind: 'add', ...list, rule, message })
      : this.#write({ kind: 'edit', ...list, index: change.index, rule, message });
  }

  async #write(edit: RuleEdit): Promise<RuleChangeAnswer> {
    return { changed: true, text: await this.parts.edits.change(edit) };
  }

  #standing({ section, place }: Pick<RuleChange, 'section' | 'place'>): StandingRules {
    const standing = this.parts.rules.standing(section, place);
    if (standing === undefined)
      throw new TypeError(`autoMode.${section} cannot be changed in ${JSON.stringify(place)}.`);
    if (standing.list.readOnly !== undefined) throw new Error(standing.list.readOnly);
    return standing;
  }

  #agreed(change: RuleChange, entry: NewEntry, standing: StandingRules): Promise<boolean> {
    const lines = changeLines(change, entry, standing);
    const question = { message: t('Change this list of rules?'), yes: t('Change the List') };
    return agreedToChange(question, [{ section: change.section, standing, lines }], this.parts);
  }
}

/** An entry that a change writes; undefined: it writes none. */
type NewEntry = { readonly rule: string; readonly message: string } | typeof DEFAULTS | undefined;

/** @throws TypeError where it cannot be read */
function newEntry(change: RuleChange, { list }: StandingRules): NewEntry {
  if (change.action !== 'add' && change.action !== 'edit') return undefined;
  const { section, action, rule, message } = change;
  if (action === 'add' && rule.trim() === DEFAULTS_MARKER && hasBuiltIn(section)) return DEFAULTS;
  const draft = readDraft(section, { rule, message: message ?? '' });
  if (!draft.ok) throw new TypeError(draft.problem);
  if (draft.message !== undefined || message !== undefined || action === 'add') {
    return { rule: draft.rule, message: draft.message ?? '' };
  }
  // An edit that says nothing about the message leaves it.
  const former = readEntry(section, list.entries[change.index]);
  return { rule: draft.rule, message: (former.kind === 'entry' ? former.message : undefined) ?? '' };
}

function changeLines(change: RuleChange, entry: NewEntry, { list, builtIn }: StandingRules): readonly string[] {
  const written = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => `${sign} ${line}`);
  const added =
    entry === undefined
      ? []
      : entry === DEFAULTS
        ? [DEFAULTS_MARKER, ...builtIn]
        : [withMessage(entry.rule, entry.message)];
  if (change.action === 'add') return written('+', added);
  const former = entryLines(change.section, list.entries[change.index], builtIn);
  if (change.action === 'move') {
    const count = list.entries.length;
    return [...former, t('To place {place} of {count}.', { place: Math.min(change.to, count), count })];
  }
  return [...written('-', former), ...written('+', added)];
}
