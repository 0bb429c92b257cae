import { ripgrepTypeNames } from '../../facts/ripgrepTypes';
import { textWord, writtenText, type Word } from '../model/analysis';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../model/commandTable';
import { awkObjection } from './awkProgram';
import { jqObjection, yqObjection } from './filterLanguages';
import { readFind } from './findExpression';
import { optionUses, usesOf } from '../model/pathOperands';
import { readSedScript } from './sedScript';
import { options } from '../model/tableNotation';

/** The first operand is the pattern, unless an option gives it. */
function filesOf({ operands }: CommandCall, isGivenByOption: boolean): readonly Word[] {
  const [first] = operands;
  const maySplit = first?.pieces.some((piece) => piece.kind === 'glob' || (piece.kind === 'value' && !piece.quoted));
  return isGivenByOption || maySplit === true ? operands : operands.slice(1);
}

function readsPipe({ command: { context, redirections } }: CommandCall): boolean {
  return (context.pipe?.index ?? 0) > 0 || redirections.some(({ operator }) => operator.startsWith('<'));
}

function here({ command }: CommandCall): Word {
  return textWord('.', command.position);
}

/** Undefined if one is unknown. */
function valuesOf(call: CommandCall, name: string): readonly string[] | undefined {
  const values = call.options.filter(({ spec }) => spec.names.includes(name)).flatMap(({ value }) => value ?? []);
  if (values.some(({ word }) => word.pieces.some(({ kind }) => kind === 'value'))) return undefined;
  return values.map(({ word, from }) => writtenText(word).slice(from));
}

/** If they decide: files without a match are left out only if the first pattern includes. */
function includedNames(call: CommandCall): { readonly names?: readonly string[] } {
  const first = call.options.find(({ spec }) =>
    spec.names.some((name) => ['--include', '--exclude', '--exclude-from'].includes(name)),
  );
  const names = first?.name === '--include' ? valuesOf(call, '--include') : undefined;
  return names === undefined ? {} : { names };
}

function grepUses(call: CommandCall): readonly PathUse[] {
  const files = filesOf(call, hasOption(call, '-e') || hasOption(call, '-f'));
  // GNU takes abbreviated values: `rec` is `recurse`.
  const directories = hasOption(call, '-d') ? (valuesOf(call, '-d') ?? ['']) : [];
  const isRecursive =
    hasOption(call, '-r') ||
    hasOption(call, '-R') ||
    directories.some((value) => !/^(?:read|skip)$/.test(value)) ||
    call.command.words[0]?.text === 'rgrep';
  if (!isRecursive) return [...optionUses(call), ...files.map((word) => ({ word, action: 'read' as const }))];
  const names = includedNames(call);
  return [
    ...optionUses(call),
    ...(files.length === 0 ? [here(call)] : files).map((word) => ({
      word,
      action: 'search' as const,
      includeHidden: true,
      // In BSD versions `-S` follows links.
      ignoresLinks: !hasOption(call, '-R') && !hasOption(call, '-S'),
      ...names,
    })),
  ];
}

/** In older BSD versions the pattern may follow `-C`, then a file. */
function grepObjection({ options }: CommandCall): string | undefined {
  const found = options.find(
    ({ name, value }) => name === '-C' && value?.from === 0 && !/^\d+$/.test(value.word.text ?? ''),
  );
  return found === undefined ? undefined : 'the value of grep -C is no number';
}

const GREP_OPTIONS = options(
  '-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -i|-y|--ignore-case',
  '--no-ignore-case -w|--word-regexp -x|--line-regexp -z|--null-data -s|--no-messages -v|--invert-match',
  '-V|--version --help -b|--byte-offset -n|--line-number --line-buffered -H|--with-filename',
  '-h|--no-filename -o|--only-matching -q|--quiet|--silent -a|--text -I -r|--recursive',
  '-R|--dereference-recursive -L --files-without-match -l|--files-with-matches -c|--count -T|--initial-tab',
  '-Z|--null --no-group-separator -U|--binary -u -O -p -S --null',
  '-e|--regexp= -m|--max-count= --label= --binary-files= -d|--directories= -D|--devices= --include=',
  '--exclude= --exclude-dir= --include-dir= -B|--before-context= -A|--after-context= -C|--context=',
  '--group-separator=',
  '-f|--file=read --exclude-from=read',
  '--color|--colour=?',
);

const GREP: CommandSpec = {
  names: ['grep', 'egrep', 'fgrep', 'rgrep', 'ggrep'],
  options: GREP_OPTIONS,
  digitsOption: true,
  readOnly: true,
  optionsAreHarmless: true,
  objection: grepObjection,
  variables: ['GREP_OPTIONS'],
  paths: grepUses,
};

function typeNames(call: CommandCall): readonly string[] | 'unknown' | undefined {
  const types = valuesOf(call, '-t');
  if (types === undefined || types.length === 0) return hasOption(call, '-t') ? 'unknown' : undefined;
  const areChanged = ['--type-add', '--type-clear'].some((name) => hasOption(call, name));
  return areChanged ? 'unknown' : (ripgrepTypeNames(types) ?? 'unknown');
}

/** In ripgrep 14 these take `--files` back where they follow it. */
const SEARCHING = [
  ...['-l', '--files-with-matches', '--files-without-matches', '--files-without-match'],
  ...['-c', '--count-matches', '--json'],
];

function ripgrepUses(call: CommandCall): readonly PathUse[] {
  const mayList = hasOption(call, '--files') || hasOption(call, '--type-list');
  const listsOnly = mayList && !SEARCHING.some((name) => hasOption(call, name));
  const named = filesOf(call, mayList || hasOption(call, '-e') || hasOption(call, '-f'));
  // The only operand may be a pattern.
  const files = mayList && !listsOnly && named.length === 1 ? [...named, here(call)] : named;
  if (files.length === 0 && !listsOnly && readsPipe(call)) return optionUses(call);
  const patterns = [...(valuesOf(call, '-g') ?? ['*']), ...(valuesOf(call, '--iglob') ?? ['*'])];
  // Including patterns override ignore files and hiddenness.
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const all = [
    '-.',
    '-u',
    '--no-ignore',
    '--no-ignore-dot',
    '--no-ignore-vcs',
    '--no-ignore-parent',
    '--no-ignore-global',
    // It may take in again what is hidden.
    '--ignore-file',
  ];
  const includeHidden = wanted.length > 0 || all.some((name) => hasOption(call, name));
  const areNames = wanted.length > 0 && !wanted.some((pattern) => pattern.includes('/'));
  const ignoresCase = hasOption(call, '--iglob') || hasOption(call, '--glob-case-insensitive');
  const typed = typeNames(call);
  const ofType = wanted.length > 0 || typed === undefined || typed === 'unknown' ? {} : { names: typed };
  const names = areNames && !ignoresCase ? { names: wanted } : ofType;
  const shown = typed === undefined ? {} : { includeNamed: typed === 'unknown' ? ['*'] : typed };
  const action = listsOnly ? ('list' as const) : ('search' as const);
  return [
    ...optionUses(call),
    ...(files.length === 0 ? [here(call)] : files).map((word) => ({
      word,
      action,
      includeHidden,
      ignoresLinks: !hasOption(call, '-L'),
      ...names,
      ...shown,
    })),
  ];
}

const RIPGREP: CommandSpec = {
  names: ['rg'],
  options: options(
    '-s|--case-sensitive -i|--ignore-case -S|--smart-case -F|--fixed-strings -w|--word-regexp',
    '-x|--line-regexp -v|--invert-match -P|--pcre2 -U|--multiline --multiline-dotall --crlf --null-data',
    '-a|--text --binary -.|--hidden --no-hidden -u|--unrestricted --no-ignore --no-ignore-dot',
    '--no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-parent --no-ignore-vcs',
    '--no-ignore-messages --no-messages -L|--follow --one-file-system --no-require-git --no-config',
    '--glob-case-insensitive --files --type-list -l --files-with-matches --files-without-match -c|--count',
    '--count-matches -o|--only-matching -q|--quiet -n|--line-number -N|--no-line-number -H|--with-filename',
    '-I|--no-filename --heading --no-heading --column -b|--byte-offset -0|--null --json --vimgrep --stats',
    '--trim -p|--pretty --passthru --line-buffered --block-buffered --include-zero --max-columns-preview',
    '--no-context-separator --no-unicode --no-column --no-mmap --mmap --debug --trace -V|--version -h|--help',
    '--no-stats --no-follow --no-pcre2 --auto-hybrid-regex',
    '-e|--regexp= -g|--glob= --iglob= -t|--type= -T|--type-not= -A|--after-context= -B|--before-context=',
    '-C|--context= -m|--max-count= -d|--max-depth|--maxdepth= --max-filesize= -M|--max-columns= --sort=',
    '--sortr= --color= --colors= -E|--encoding= --engine= -j|--threads= --type-add= --type-clear=',
    '--path-separator= --field-match-separator= --field-context-separator= --context-separator= -r|--replace=',
    '--dfa-size-limit= --regex-size-limit=',
    '-f|--file=read --ignore-file=read',
    // They run programs.
    '--pre=! --pre-glob=! --hostname-bin=! --hyperlink-format=! -z|--search-zip!',
  ),
  readOnly: true,
  paths: ripgrepUses,
  variables: ['RIPGREP_CONFIG_PATH'],
};

const AG: CommandSpec = {
  names: ['ag'],
  options: options(
    '-i|--ignore-case -s|--case-sensitive -S|--smart-case -l|--files-with-matches -L|--files-without-matches',
    '-c|--count -w|--word-regexp -v|--invert-match -Q|--literal -F|--fixed-strings -n|--norecurse',
    '-r|--recurse -o --only-matching --nocolor --color --nogroup --group --nobreak --noheading --heading',
    '--column --numbers --nonumbers --hidden -u|--unrestricted -U|--skip-vcs-ignores -a|--all-types',
    '-t|--all-text --nopager --vimgrep',
    '-m|--max-count= --depth= --ignore= --ignore-dir= -G|--file-search-regex= -g= -A= -B= -C=',
    '--after=? --before=? --context=?',
    '--pager=!',
  ),
  readOnly: true,
  paths: (call) => {
    const files = filesOf(call, hasOption(call, '-g'));
    if (files.length === 0 && readsPipe(call)) return [];
    const includeHidden = ['--hidden', '-u', '-U', '-a', '-t'].some((name) => hasOption(call, name));
    return (files.length === 0 ? [here(call)] : files).map((word) => ({ word, action: 'search', includeHidden }));
  },
};

const LISTING_ONLY = new Set(['ls', 'stat', 'echo', 'printf', 'basename', 'dirname', 'realpath', 'du', 'test']);

const FIND: CommandSpec = {
  names: ['find', 'gfind'],
  style: 'words',
  readOnly: true,
  objection: ({ operands }) => readFind(operands).objection,
  paths: (call) => {
    const { roots, deletes, runs, names, writes } = readFind(call.operands);
    const words = roots.length === 0 ? [here(call)] : roots;
    const written = usesOf(writes, 'overwrite');
    if (deletes) {
      return [
        ...written,
        ...usesOf(words, 'delete', { recursive: true }).map((use) => ({ ...use, names: names ?? ['*', '.*'] })),
      ];
    }
    if (runs.every(({ text = '' }) => LISTING_ONLY.has(text))) return [...written, ...usesOf(words, 'list')];
    const searched = usesOf(words, 'search', { includeHidden: true });
    return [...written, ...(names === undefined ? searched : searched.map((use) => ({ ...use, names })))];
  },
};

const FD: CommandSpec = {
  names: ['fd', 'fdfind'],
  options: options(
    '-H|--hidden --no-hidden -I|--no-ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file',
    '-u|--unrestricted -s|--case-sensitive -i|--ignore-case -g|--glob --regex -F|--fixed-strings -a',
    '--absolute-path --relative-path -L|--follow -p|--full-path -0|--print0 --prune -1 -q|--quiet',
    '--show-errors --one-file-system|--xdev -h|--help -V|--version --no-require-git',
    '-d|--max-depth|--maxdepth= --min-depth= --exact-depth= -E|--exclude= -t|--type= -e|--extension=',
    '-S|--size= --changed-within|--newer|--change-newer-than= --changed-before|--older|--change-older-than=',
    '-o|--owner= --and= -c|--color= -j|--threads= --max-results= --path-separator= --format=',
    '--strip-cwd-prefix=? --hyperlink=?',
    '--ignore-file=read',
    '--base-directory=list -C=list --search-path=list',
    '-x|--exec=! -X|--exec-batch=!',
    // It runs `ls`.
    '-l|--list-details!',
  ),
  readOnly: true,
  operands: ['text', 'list'],
};

function sedObjection(call: CommandCall): string | undefined {
  const reading = sedReading(call);
  return reading.safe ? undefined : reading.why;
}

function sedScript(call: CommandCall): string | undefined {
  if (!hasOption(call, '-e')) return call.operands[0]?.text;
  const scripts = call.options
    .filter(({ spec }) => spec.names.includes('-e'))
    .map(({ value }) => value?.word.text?.slice(value.from));
  return scripts.includes(undefined) ? undefined : scripts.join('\n');
}

function sedReading(call: CommandCall): ReturnType<typeof readSedScript> {
  const script = sedScript(call);
  if (script === undefined)
    return { safe: false, why: 'its sed script is only known when it runs', onlyWrites: false, writes: [] };
  return readSedScript(script);
}

const SED: CommandSpec = {
  names: ['sed', 'gsed'],
  options: [
    ...options(
      '-n|--quiet|--silent -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data --posix --debug',
      '--sandbox -b|--binary --follow-symlinks --help --version',
      '-e|--expression=',
      '-f|--file=read!',
    ),
    { names: ['-i', '--in-place', '-I'], value: 'optional', changes: true },
  ],
  readOnly: true,
  objection: sedObjection,
  paths: (call) => {
    const files = filesOf(call, hasOption(call, '-e') || hasOption(call, '-f'));
    const action = hasOption(call, '-i') ? ('in-place' as const) : ('read' as const);
    const reading = sedReading(call);
    return [
      ...optionUses(call),
      ...files.map((word) => ({ word, action })),
      ...(reading.safe ? reading.files : reading.writes).map((file) => ({
        word: textWord(file, call.command.position),
        action: reading.safe ? ('read' as const) : ('overwrite' as const),
      })),
    ];
  },
};

const AWK: CommandSpec = {
  names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
  style: 'posix',
  options: options(
    '-F|--field-separator= -v|--assign=',
    '-S|--sandbox -P|--posix -b|--characters-as-bytes -c|--traditional -r|--re-interval --csv -V|--version',
    '--help',
    '-f|--file=read!',
  ),
  readOnly: true,
  objection: ({ operands: [program, ...files], options: given }) => {
    // Some awks skip an unknown long option: its value is their program.
    const apart = given.find(
      ({ word, value }) => writtenText(word).startsWith('--') && value !== undefined && value.word !== word,
    );
    if (apart !== undefined) return `some awks take the word behind ${apart.name} for their program`;
    if (program === undefined) return undefined;
    if (files.some((file) => /^\/+inet/.test(writtenText(file)))) return 'its input is from the network';
    return program.text === undefined ? 'its awk program is only known when it runs' : awkObjection(program.text);
  },
  paths: (call) => [
    ...optionUses(call),
    ...filesOf(call, hasOption(call, '-f')).map((word) => ({ word, action: 'read' as const })),
  ],
};

function filterObjection(
  { operands: [filter] }: CommandCall,
  name: string,
  objection: (text: string) => string | undefined,
): string | undefined {
  if (filter === undefined) return undefined;
  return filter.text === undefined ? `its ${name} program is only known when it runs` : objection(filter.text);
}

const JQ: CommandSpec = {
  names: ['jq', 'gojq', 'jaq'],
  options: [
    ...options(
      '-n|--null-input -r|--raw-output -j|--join-output --raw-output0 -a|--ascii-output -s|--slurp -c',
      '--compact-output -C|--color-output -M|--monochrome-output -S|--sort-keys -e|--exit-status -R|--raw-input',
      '--tab --seq --stream --stream-errors --unbuffered -h|--help -V|--version --yaml-input --yaml-output',
      '--indent=',
    ),
    { names: ['--arg', '--argjson'], value: 'pair' },
    { names: ['--slurpfile', '--rawfile'], value: 'pair', role: 'read' },
    ...options('-f|--from-file=read!'),
  ],
  readOnly: true,
  objection: (call) => filterObjection(call, 'jq', jqObjection),
  paths: (call) => [
    ...optionUses(call),
    ...filesOf(call, hasOption(call, '-f')).map((word) => ({ word, action: 'read' as const })),
  ],
};

function yqOperands({ operands }: CommandCall): readonly Word[] {
  return /^(?:e|ea|eval|eval-all)$/.test(operands[0]?.text ?? '') ? operands.slice(1) : operands;
}

const YQ: CommandSpec = {
  names: ['yq'],
  options: [
    ...options(
      '-r|--raw-output|--unwrapScalar -P|--prettyPrint -j|--tojson -M|--no-colors -C|--colors -N|--no-doc -e',
      '--exit-status -n|--null-input -c|--compact-output -y|--yaml-output -Y -S|--sort-keys -h|--help',
      '-V|--version -s',
      '-o|--output-format= -p|--input-format= -I|--indent=',
    ),
    { names: ['--arg', '--argjson'], value: 'pair' },
    { names: ['-i', '--inplace', '--in-place'], changes: true },
  ],
  readOnly: true,
  objection: (call) => {
    // In the Go program `-s` names the output's files.
    if (hasOption(call, '-s')) return 'yq -s may write files';
    return filterObjection({ ...call, operands: yqOperands(call) }, 'yq', yqObjection);
  },
  paths: (call) => [
    ...yqOperands(call).map((word) => ({
      word,
      action: hasOption(call, '-i') ? ('in-place' as const) : ('read' as const),
    })),
  ],
};

export const SEARCH_TOOLS: readonly CommandSpec[] = [GREP, RIPGREP, AG, FIND, FD, SED, AWK, JQ, YQ];
