/** Options or languages that run commands: `tar --to-command`, `vim -c`, `psql -c`, `awk`. */
import { table } from '../../common/table';
import { textWord, writtenText, type InlineCode, type Word } from '../model/analysis';
import { knownStart, mayBeOption, wordFrom } from '../model/words';
import { assemble } from './assemble';
import { optionValues } from './optionValues';
import type { OpenedScript, Opener } from './opener';
import { standardInputs } from './standardInput';

type Code = Pick<InlineCode, 'language' | 'text'>;

const script = (text: Word): OpenedScript => ({ text, shell: 'sh' });

function behind(word: Word, start: string): Word | undefined {
  return knownStart(word).startsWith(start) ? wordFrom(word, start.length) : undefined;
}

const openTar: Opener = ({ words }) => {
  const programs = [
    '-I',
    '--use-compress-program',
    '--to-command',
    '-F',
    '--info-script',
    '--new-volume-script',
    '--rsh-command',
  ];
  const actions = optionValues(['--checkpoint-action'], words).flatMap((action) => behind(action, 'exec=') ?? []);
  const given = [...optionValues(programs, words, TAR_VALUES), ...bundledPrograms(words), ...actions];
  return assemble({ scripts: given.map(script) });
};

const TAR_VALUES = 'bCfgHKLNTVX';

/** `tar cIf PROGRAM FILE`: the letters of the first word take the next words in their order. */
function bundledPrograms([, first, ...rest]: readonly Word[]): readonly Word[] {
  const letters = first?.text ?? '-';
  if (letters.startsWith('-')) return [];
  const taking = Array.from(letters).filter(
    (letter) => letter === 'I' || letter === 'F' || TAR_VALUES.includes(letter),
  );
  return rest.filter((_, index) => taking[index] === 'I' || taking[index] === 'F');
}

const openRsync: Opener = ({ words }) =>
  assemble({
    scripts: [
      ...optionValues(['-e', '--rsh'], words, 'BMTf').map(script),
      ...optionValues(['--rsync-path'], words).map((text) => ({ ...script(text), elsewhere: 'rsync' })),
    ],
  });

/** After the `!` of an editor's command: `:silent !rm x`. */
function shellEscape(word: Word): Word | undefined {
  const start = /^[: ]*(?:sil[ent]{0,3}!? *)?!/.exec(knownStart(word).slice(0, 64))?.[0];
  return start === undefined ? undefined : wordFrom(word, start.length);
}

const openEditor: Opener = ({ words }) => {
  const given = [...optionValues(['-c', '--cmd'], words), ...words.slice(1).flatMap((word) => behind(word, '+') ?? [])];
  const scripts: OpenedScript[] = [];
  const code: Code[] = [];
  for (const text of given) {
    const escape = shellEscape(text);
    if (escape === undefined) code.push({ language: 'other', text });
    else scripts.push(script(escape));
  }
  return assemble({ scripts, code });
};

/** `!rm x`, `r !rm x` and `w !rm x` on a line of the input, `ed '!rm x'`. */
const openLineEditor: Opener = (command) => {
  const operands = command.words.slice(1).flatMap((word) => behind(word, '!') ?? []);
  const lines = standardInputs(command).texts.flatMap((text) =>
    writtenText(text)
      .split('\n')
      .flatMap((line) => {
        const at = line.indexOf('!');
        return at === -1 ? [] : [textWord(line.slice(at + 1), text.position)];
      }),
  );
  return assemble({ scripts: [...operands, ...lines].map(script) });
};

/** `less '+!rm x'`. */
const openPager: Opener = ({ words }) =>
  assemble({
    scripts: words.slice(1).flatMap((word) => {
      const escape = shellEscape(behind(word, '++') ?? behind(word, '+') ?? word);
      return escape === undefined || !knownStart(word).startsWith('+') ? [] : [script(escape)];
    }),
  });

/** `gdb -ex 'shell rm x'`, `gdb --args program`. */
const openDebugger: Opener = ({ words }) => {
  const scripts: OpenedScript[] = [];
  const code: Code[] = [];
  words.forEach((word, index) => {
    if (
      !['-ex', '--ex', '-iex', '--iex', '-eval-command', '--eval-command', '-o', '-O', '--one-line'].includes(
        word.text ?? '',
      )
    )
      return;
    const text = words[index + 1];
    if (text === undefined) return;
    const escape = ['shell ', '!', 'platform shell ']
      .map((start) => behind(text, start))
      .find((rest) => rest !== undefined);
    if (escape === undefined) code.push({ language: 'other', text });
    else scripts.push(script(escape));
  });
  const args = words.findIndex(({ text }) => text === '--args' || text === '--');
  const inner = args === -1 ? [] : words.slice(args + 1);
  return assemble({ scripts, code, commands: inner.length === 0 ? [] : [{ words: inner }] });
};

/** For a shell: `.shell rm x` of sqlite3, `\! rm x` of psql and mysql. */
function sqlScripts(text: Word): OpenedScript[] {
  const lines = (text.text ?? knownStart(text)).split('\n');
  return lines.flatMap((line) => {
    const trimmed = line.trim();
    const start = ['.shell ', '.system ', '\\!', 'system '].find((escape) => trimmed.startsWith(escape));
    return start === undefined ? [] : [script(textWord(trimmed.slice(start.length), text.position))];
  });
}

/** No clusters: `-echo` is one option. */
const SINGLE_DASHES = 'abcdefghijklmnopqrstuvwxyz';

const sqlOpener =
  (options: readonly string[], values: string, firstOperand?: number): Opener =>
  (command) => {
    const { words } = command;
    const operands =
      firstOperand === undefined
        ? []
        : words
            .slice(1)
            .filter((word) => !mayBeOption(word))
            .slice(firstOperand);
    const texts = [...optionValues(options, words, values), ...operands, ...standardInputs(command).texts];
    return assemble({ code: texts.map((text) => ({ language: 'sql', text })), scripts: texts.flatMap(sqlScripts) });
  };

/** A program comes before the files, unless options give it. */
function programOpener(
  language: Code['language'],
  codeOptions: readonly string[],
  fileOptions: readonly string[],
  values: readonly string[],
  letters: string,
): Opener {
  return ({ words }) => {
    const given = optionValues(codeOptions, words, letters);
    let at = 1;
    let isGiven = given.length > 0;
    for (let word = words[at]; word !== undefined && mayBeOption(word) && word.text !== undefined; word = words[at]) {
      const { text } = word;
      isGiven ||= [...codeOptions, ...fileOptions].some((name) => text.startsWith(name));
      at += [...values, ...codeOptions, ...fileOptions].includes(text) ? 2 : 1;
      if (text === '--') break;
    }
    const program = isGiven ? undefined : words[at];
    return assemble({
      code: [...given, ...(program === undefined ? [] : [program])].map((text) => ({ language, text })),
    });
  };
}

/** `socat - EXEC:'rm x'`. */
const openSocat: Opener = ({ words }) =>
  assemble({
    scripts: words.slice(1).flatMap((word) =>
      writtenText(word)
        .split('!!')
        .flatMap((address) => {
          const kind = /^(?:exec|system|shell):/i.exec(address)?.[0];
          if (kind === undefined) return [];
          if (word.text === undefined) return [script(wordFrom(word, kind.length))];
          return [script(textWord(address.slice(kind.length).split(',')[0] ?? '', word.position))];
        }),
    ),
  });

const AWK = programOpener(
  'awk',
  ['-e', '--source'],
  ['-f', '--file', '--exec'],
  ['-F', '-v', '-i', '-l', '--field-separator', '--assign', '--include', '--load'],
  'FvfilEdDLoOpWm',
);
const SED = programOpener('sed', ['-e', '--expression'], ['-f', '--file'], ['-l', '--line-length'], 'filI');

const optionOpener =
  (names: readonly string[], values?: string): Opener =>
  ({ words }) =>
    assemble({ scripts: optionValues(names, words, values).map(script) });

/** `gcc -wrapper PROGRAM,ARGUMENT`. */
const openCompiler: Opener = ({ words }) =>
  assemble({
    commands: optionValues(['-wrapper', '--wrapper'], words).map((value) => ({
      words: writtenText(value)
        .split(',')
        .slice(0, MOST_WRAPPED)
        .map((text) => textWord(text, value.position)),
    })),
  });

const MOST_WRAPPED = 64;

const PROGRAMS: Readonly<Record<string, Opener>> = table({
  rg: optionOpener(['--pre', '--hostname-bin']),
  'sort gsort': optionOpener(['--compress-program']),
  man: optionOpener(['-P', '--pager', '-H', '--html'], 'CELMRSemprs'),
  'bat batcat ag ack delta': optionOpener(['--pager']),
  go: optionOpener(['-toolexec', '--toolexec', '-exec', '--exec', '-vettool', '--vettool']),
  'sdiff diff3': optionOpener(['--diff-program']),
  tcpdump: optionOpener(['-z'], 'BCDEFGIMQTVWZcijmrsvwy'),
  zip: optionOpener(['-TT', '--unzip-command']),
  'gcc g++ cc c++ gfortran gnat gdc gccgo cpp': openCompiler,
  wget: optionOpener(['--use-askpass']),
  'tar gtar bsdtar': openTar,
  rsync: openRsync,
  'vim vi ex nvim view gvim vimdiff rvim': openEditor,
  'ed red': openLineEditor,
  'less more most': openPager,
  'gdb lldb': openDebugger,
  'sqlite3 sqlite duckdb': sqlOpener(['-cmd', '-c'], SINGLE_DASHES, 1),
  psql: sqlOpener(['-c', '--command'], 'dfFhLopPRTUv'),
  'mysql mariadb': sqlOpener(['-e', '--execute'], 'DhPpSu'),
  'awk gawk mawk nawk original-awk': AWK,
  'sed gsed': SED,
  socat: openSocat,
});

export const PROGRAM_STRINGS: ReadonlyMap<string, Opener> = new Map(
  Object.entries(PROGRAMS).flatMap(([names, opener]) => names.split(' ').map((name) => [name, opener] as const)),
);
