import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { Decision, Runs } from '../../engine/model/decision';
import type { JsonValue } from '../../common/json';
import type { Gate } from '../../engine/model/ports';
import { isUnjudged } from '../../panel/panelDenial';
import type { Story } from '../../panel/story';
import type { KeptRun } from '../../gate/keptRuns';
import type { CallLog } from '../../log/callLog';
import type { LogRecord } from '../../log/decisionLog';
import { redactedTexts } from '../../log/redactedTexts';
import type { RunReport } from '../../sandbox/containedHome';
import { t } from '@vscode/l10n';
import { visibleLine, visibleLines } from '../../common/visibleText';
import type { LongText } from '../../panel/longText';
import { ruleOrigin, settingsBehind, type SettingLink } from '../rules/ruleOrigin';
import { containedFacts, keptFacts, stoppedSentence } from './containedFacts';
import { storyCommands } from './storyCommands';
import { storyFacts, storyOrigin } from './storyFacts';
import { storyHeadline } from './storyHeadline';
import { storyInput } from './storyInput';
import { storyJudge, type StoryJudgeParts } from './storyJudge';
import { storyRuns } from './storyRuns';
import { storySteps } from './storySteps';

/** Larger ones are not compared. */
const MAX_BYTES = 2_000_000;

export interface StoryReaderParts {
  readonly calls: Pick<CallLog, 'decided'>;
  readonly logged: (id: string) => Promise<LogRecord | undefined>;
  /** Analyses the command again; runs nothing. */
  readonly gate: Gate;
  /** Of an ended contained run. */
  readonly reportOf: (id: string) => Promise<RunReport | undefined>;
  /** Kept before an allowed run. Never rejects. */
  readonly keptOf: (id: string) => Promise<KeptRun | undefined>;
  readonly viewer: StoryJudgeParts['viewer'];
  readonly loggedRequests: StoryJudgeParts['loggedRequests'];
  readonly configurationFor: (cwd: string | undefined) => EffectiveConfiguration;
  readonly policyFile: string;
  readonly redact: (text: string) => string;
  /** BCP 47 tag of the editor's language. */
  readonly language: string;
}

export interface ReadStory {
  readonly story: Story<LongText>;
  /** By place in `story.settings`. */
  readonly links: readonly SettingLink[];
  /** For `autoMode.check`; undefined without the whole input. */
  readonly request: object | undefined;
  /** Without known secrets. */
  readonly decision: Decision;
}

interface Found {
  readonly decision: Decision;
  readonly input: JsonValue | undefined;
  readonly inputShortened?: LogRecord['inputShortened'];
}

export class StoryReader {
  constructor(private readonly parts: StoryReaderParts) {}

  /** @returns undefined for an unknown id */
  async read(id: string): Promise<ReadStory | undefined> {
    const found = await this.find(id);
    return found === undefined ? undefined : this.storyOf(found);
  }

  /** What agents changed in the file until then; undefined: lost. */
  change({ path, writer }: Runs['files'][number]): { readonly before: string; readonly after: string } | undefined {
    const { writes, files } = this.parts.gate;
    const change = writes.changeOf?.(path);
    if (change === undefined) return undefined;
    const { before, after } = change;
    const present = writer === 'agent' ? after : files.readText(path, MAX_BYTES);
    return present === undefined ? undefined : { before, after: present };
  }

  private async find(id: string): Promise<Found | undefined> {
    const { calls, logged } = this.parts;
    const here = calls.decided(id);
    if (here !== undefined) return here;
    const record = await logged(id);
    return record === undefined ? undefined : { ...record, input: record.input as JsonValue | undefined };
  }

  private async storyOf({ decision: raw, input, inputShortened }: Found): Promise<ReadStory> {
    const { gate, configurationFor, policyFile, redact, language } = this.parts;
    const decision = redactedTexts(raw, redact);
    const { outcome, summary, reason, remedy, rule, fragment, tool, cwd, agent } = decision;
    const configuration = configurationFor(cwd);
    const origin = ruleOrigin(raw, configuration, policyFile);
    const links = [...(origin?.link === undefined ? [] : [origin.link]), ...settingsBehind(decision)];
    const shown = storyInput(input, inputShortened, fragment, redact);
    const isMarked = shown.fields.some(({ text }) => text.marks.length > 0);
    const isContained = decision.stage === 'contained';
    const report = isContained ? await this.parts.reportOf(decision.id) : undefined;
    const stopped = stoppedSentence(report);
    const isKept = isContained || decision.stage === 'kept-removal';
    const kept = isKept ? await this.parts.keptOf(decision.id) : undefined;
    const story: Story<LongText> = {
      outcome,
      stage: decision.stage,
      ...(isUnjudged(decision) ? { unjudged: true } : {}),
      headline: storyHeadline(decision),
      origin: storyOrigin(decision, language),
      summary: visibleLine(summary),
      reason: stopped === undefined ? visibleLines(reason) : `${visibleLines(reason)}\n${redact(stopped)}`,
      remedy: remedy === undefined ? undefined : visibleLines(remedy),
      rule:
        rule === undefined || origin === undefined
          ? undefined
          : { text: visibleLine(rule.text), from: visibleLine(origin.from) },
      settings: links.map(({ key }) => ({ label: key })),
      steps: storySteps(decision, language),
      understood: storyCommands(raw, input, gate, redact),
      runs: storyRuns(decision.runs, cwd, redact, (file) => gate.writes.changeOf?.(file.path) !== undefined),
      input: shown,
      fragment:
        fragment === undefined || isMarked
          ? undefined
          : {
              text: visibleLines(fragment),
              note: t('The input does not hold it in these words: the gate worked it out from the input.'),
            },
      judge: await storyJudge(decision, input !== undefined, configuration.classifier.logRequests, this.parts),
      ...(kept === undefined ? {} : { canUndo: true }),
      facts: [...storyFacts(decision, language), ...containedFacts(report), ...keptFacts(kept)],
    };
    const optional = { ...(cwd === undefined ? {} : { cwd }), ...(agent === undefined ? {} : { agent }) };
    return { story, links, decision, request: input === undefined ? undefined : { tool, input, ...optional } };
  }
}
