/** What they run is judged by itself: `openers/` finds it. */
import { table } from '../../common/table';
import { WRAPPERS as ROWS, type Wrapper } from '../../facts/wrappers';
import { hasOption, optionText, type CommandCall, type CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';

/** Alone it prints the environment, which holds keys. */
function environmentObjection({ operands, options: given }: CommandCall): string | undefined {
  if (given.some(({ spec }) => spec.names.includes('-S'))) return 'env -S puts its words together itself';
  const dropsPath = given.some(
    ({ spec, value }) =>
      spec.names.includes('-i') ||
      (spec.names.includes('-u') && (value?.word.text?.slice(value.from) ?? 'PATH') === 'PATH'),
  );
  // bash then looks in the current folder too.
  if (dropsPath || operands[0]?.text === '-') return 'without PATH it is not known which programs run';
  const inner = operands.find(({ text }) => text === undefined || (text !== '-' && !text.includes('=')));
  return inner === undefined ? 'env without a command prints the environment, which may hold secrets' : undefined;
}

function shellObjection(call: CommandCall): string | undefined {
  const [text] = call.operands;
  if (!hasOption(call, '-c')) return 'a shell without -c runs a file or its input';
  if (text?.text === undefined) return 'the script is only known when it runs';
  const setting = call.options.find(
    ({ spec, value }) =>
      spec.names.includes('-o') && !PLAIN_SETTINGS.includes(value?.word.text?.slice(value.from) ?? ''),
  );
  return setting === undefined ? undefined : 'an option of the shell changes how it reads the script';
}

const PLAIN_SETTINGS = ['errexit', 'nounset', 'pipefail', 'xtrace'];

/** `-P 0` starts one for each input. */
function parallelObjection(call: CommandCall): string | undefined {
  const most = hasOption(call, '-P') ? (optionText(call, '-P') ?? '') : '1';
  return /^[1-9]\d?$/.test(most) ? undefined : 'it may start any number of processes at a time';
}

/** Elsewhere it has commands of its own, or reads words unlike the program. */
const RTK_PASSES_ON: Readonly<Record<string, RegExp>> = table({ git: /^(?:status|log|diff|show)$/, ls: /^/ });

function rtkObjection({ operands }: CommandCall): string | undefined {
  const [program, ...words] = operands;
  const first = RTK_PASSES_ON[program?.text ?? ''];
  if (first?.test(words[0]?.text ?? '') !== true) return 'it is not known what rtk makes of this';
  // Without them the next word may be an option.
  return words.some(({ text }) => text === undefined || text === '--') ? 'rtk may drop dashes in this' : undefined;
}

/** By the rows' first names. */
const OBJECTIONS: Readonly<Record<string, CommandSpec['objection']>> = table({
  env: environmentObjection,
  bash: shellObjection,
  xargs: parallelObjection,
  rtk: rtkObjection,
});

function specOf({ names, options: lists = [], readOnly, style, digitsOption, variables }: Wrapper): CommandSpec {
  const objection = OBJECTIONS[names.split(' ')[0] ?? ''];
  return {
    names: names.split(' '),
    options: options(...lists),
    style: style ?? 'posix',
    ...(readOnly && { readOnly }),
    ...(digitsOption && { digitsOption }),
    ...(variables && { variables }),
    ...(objection && { objection }),
  };
}

export const WRAPPERS: readonly CommandSpec[] = ROWS.map(specOf);

// A row without its objection proves too much.
for (const name of Object.keys(OBJECTIONS)) {
  if (!WRAPPERS.some((spec) => spec.names[0] === name)) throw new Error(`no wrapper: ${name}`);
}
