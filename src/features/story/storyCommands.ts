import { explainCall, type ExplainedCommand } from '../../engine/explain/explainCommand';
import { unknownSentence, verdictSentence, whereSentence, wholeSentence } from '../../engine/explain/explanationText';
import type { Decision } from '../../engine/model/decision';
import type { JsonValue } from '../../common/json';
import type { Gate } from '../../engine/model/ports';
import { checkRequestSchema } from '../../calls/request';
import { fragmentMarks } from '../../panel/fragmentMarks';
import { markedLine } from '../../panel/longText';
import type { Story, StoryCommand } from '../../panel/story';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

const MAX_COMMANDS = 100;
/** Longer ones take too long. */
const MAX_CHARACTERS = 100_000;
const MAX_SHOWN = 2_000;

/** Undefined: no command. */
export function storyCommands(
  decision: Decision,
  input: JsonValue | undefined,
  gate: Gate,
  redact: (text: string) => string,
): Story<unknown>['understood'] {
  const { tool, cwd, agent } = decision;
  const request = checkRequestSchema.safeParse({
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === undefined ? {} : { agent }),
  });
  if (!request.success) return undefined;
  const note = t('This was not recorded: it is what the present settings and files make of it.');
  const none = { note, unknown: [], commands: [] };
  if (JSON.stringify(input).length > MAX_CHARACTERS) {
    return { ...none, verdict: t('The input is too long to be explained here.') };
  }
  const shown = (text: string): string => short(visibleLine(redact(text)));
  try {
    const explanation = explainCall(request.data, gate, MAX_COMMANDS);
    if (explanation === undefined) return undefined;
    const { commands, unknown, more, ...whole } = explanation;
    return {
      note,
      verdict: shown(wholeSentence(whole)),
      ...(whole.stage === decision.stage ? { agrees: true } : {}),
      unknown: unknown.slice(0, MAX_COMMANDS).map((part) => shown(unknownSentence(part))),
      commands: commands.map((part) => ({
        ...storyCommand(part, decision, redact),
        where: shown(whereSentence(part)),
        verdict: shown(verdictSentence(part)),
      })),
      ...(more === undefined ? {} : { more: t('and {count} more', { count: more }) }),
    };
  } catch {
    // The cause may quote the input.
    return { ...none, verdict: t('The gate cannot read this input as a call of that tool now.') };
  }
}

function storyCommand(
  { command, outcome, stage, via }: ExplainedCommand,
  { outcome: ended, stage: decisive, fragment }: Decision,
  redact: (text: string) => string,
): Pick<StoryCommand, 'outcome' | 'pieces' | 'depth' | 'offends'> {
  const text = redact(command);
  const about = fragment === undefined ? [] : fragmentMarks(text, redact(fragment));
  const offends = ended === 'block' && (about.length > 0 || (stage === decisive && outcome !== 'allowed'));
  return {
    outcome,
    pieces: markedLine(text, offends ? about : [], MAX_SHOWN),
    depth: via.length,
    ...(offends ? { offends } : {}),
  };
}

function short(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${text.slice(0, MAX_SHOWN)}… ${t('({count} characters)', { count: text.length })}`;
}
