/** Programs that print, cut, count and compare text: `cat`, `head`, `sort`, `diff`. */
import type { CommandCall, CommandSpec } from '../commandTable';
import { changing, changingValued, flags, optional, valued } from './optionList';

const HELP = flags('--help --version');
/** It reads the files that it is given, and none of its options does more. */
const reader = { readOnly: true, optionsAreHarmless: true, operands: 'read' } as const;

/** The second operand of `uniq` and `xxd` is a file to write. */
function oneInput({ operands, specs: [spec] }: CommandCall): string | undefined {
  const mayBeTwo = operands.length > 1 || operands.some(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'));
  return mayBeTwo ? `the second operand of ${spec?.names[0] ?? ''} is a file that it writes` : undefined;
}

const CHECKSUM_OPTIONS = [
  ...flags(
    '-b|--binary -c|--check -t|--text -z|--zero --tag --ignore-missing --quiet --status --strict -w|--warn -q -r -p -0|--01 -U',
  ),
  ...valued('-a|--algorithm -l|--length'),
  ...HELP,
];

const PRINTING: readonly CommandSpec[] = [
  {
    names: ['cat', 'gcat'],
    options: [
      ...flags(
        '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u',
      ),
      ...flags('-v|--show-nonprinting -l'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['head', 'ghead'],
    options: [
      ...valued('-c|--bytes -n|--lines'),
      ...flags('-q|--quiet|--silent -v|--verbose -z|--zero-terminated'),
      ...HELP,
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['tail', 'gtail'],
    options: [
      ...valued('-c|--bytes -n|--lines -b --max-unchanged-stats --pid -s|--sleep-interval'),
      ...flags('-f -F --retry -q|--quiet|--silent -v|--verbose -z|--zero-terminated -r'),
      ...optional('--follow'),
      ...HELP,
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['tac', 'gtac'],
    options: [...flags('-b|--before -r|--regex'), ...valued('-s|--separator'), ...HELP],
    ...reader,
  },
  { names: ['rev'], options: flags('-0|--zero -h|--help -V|--version'), ...reader },
  {
    names: ['nl', 'gnl'],
    options: [
      ...valued(
        '-b|--body-numbering -d|--section-delimiter -f|--footer-numbering -h|--header-numbering -i|--line-increment',
      ),
      ...valued(
        '-l|--join-blank-lines -n|--number-format -s|--number-separator -v|--starting-line-number -w|--number-width',
      ),
      ...flags('-p|--no-renumber'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['fold'],
    options: [...flags('-b|--bytes -s|--spaces'), ...valued('-w|--width'), ...HELP],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['fmt'],
    options: [
      ...flags('-c|--crown-margin -s|--split-only -t|--tagged-paragraph -u|--uniform-spacing'),
      ...valued('-p|--prefix -w|--width -g|--goal'),
      ...HELP,
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['expand', 'unexpand'],
    options: [...flags('-i|--initial -a|--all --first-only'), ...valued('-t|--tabs'), ...HELP],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['column'],
    options: [
      ...flags(
        '-t|--table -E -d|--table-noheadings -e|--table-header-repeat -L|--keep-empty-lines -J|--json -x|--fillrows',
      ),
      ...flags('-h|--help -V|--version -n'),
      ...valued('-N|--table-columns -l|--table-columns-limit -O|--table-order -H|--table-hide -R|--table-right'),
      ...valued(
        '-T|--table-truncate -W|--table-wrap -r|--tree -i|--tree-id -p|--tree-parent -c|--output-width|--columns',
      ),
      ...valued('-o|--output-separator -s|--separator --table-name --table-noextreme'),
    ],
    ...reader,
  },
  {
    names: ['strings'],
    options: [
      ...flags('-a|--all -d|--data -f|--print-file-name -w|--include-all-whitespace -o -h|--help -v|-V|--version'),
      ...valued('-n|--bytes -t|--radix -e|--encoding -s|--output-separator -U|--unicode'),
      ...flags('-'),
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['od'],
    options: [
      ...valued('-A|--address-radix --endian -j|--skip-bytes -N|--read-bytes -t|--format'),
      ...optional('-S|--strings -w|--width'),
      ...flags('-v|--output-duplicates --traditional -a -b -c -d -f -i -l -o -s -x -B -D -e -F -h -H -I -L -O -X'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['hexdump', 'hd'],
    options: [
      ...flags('-b|--one-byte-octal -c|--one-byte-char -C|--canonical -d|--two-bytes-decimal -o|--two-bytes-octal'),
      ...flags('-x|--two-bytes-hex -v|--no-squeezing -h|--help -V|--version -X|--one-byte-hex'),
      ...valued('-e|--format -n|--length -s|--skip'),
      ...valued('-f|--format-file', 'read'),
      ...optional('--color'),
    ],
    ...reader,
  },
  {
    names: ['xxd'],
    style: 'long',
    options: [
      ...flags(
        '-a -autoskip -b -bits -C -capitalize -E -EBCDIC -e -d -h -i -include -p -ps -postscript -plain -r -revert -u -uppercase',
      ),
      ...flags('-v -version'),
      ...valued('-c -cols -g -groupsize -l -len -n -name -o -s -seek -R'),
    ],
    operands: ['read', 'overwrite'],
    readOnly: true,
    objection: oneInput,
  },
  {
    names: ['base64', 'base32', 'basenc', 'gbase64'],
    options: [
      // On macOS `-i` names the input; the operand that it seems to be here is read all the same.
      ...flags(
        '-d|-D|--decode -i|--ignore-garbage -h --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85',
      ),
      ...valued('-w|--wrap -b|--break'),
      ...changingValued('-o|--output', 'overwrite'),
      ...HELP,
    ],
    readOnly: true,
    operands: 'read',
  },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'lzcat', 'zstdcat', 'lz4cat'],
    options: flags('-f|--force -q|--quiet -v|--verbose -s|--small -h|--help -L -V|--version'),
    readOnly: true,
    operands: 'read',
    variables: ['GZIP', 'BZIP', 'BZIP2', 'XZ_OPT', 'XZ_DEFAULTS', 'ZSTD_*'],
  },
];

const SHAPING: readonly CommandSpec[] = [
  {
    names: ['wc', 'gwc'],
    options: [
      ...flags('-c|--bytes -m|--chars -l|--lines -L|--max-line-length -w|--words'),
      ...valued('--total'),
      // It prints the lines of that file that name no file.
      ...valued('--files0-from', 'read'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['sort', 'gsort'],
    options: [
      ...flags('-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort'),
      ...flags('-i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort'),
      ...flags('-r|--reverse -V|--version-sort -c -C -m|--merge -s|--stable -u|--unique -z|--zero-terminated --debug'),
      ...valued('--sort --batch-size -k|--key -S|--buffer-size -t|--field-separator --parallel'),
      ...valued('--random-source', 'read'),
      ...optional('--check'),
      ...changingValued('-o|--output', 'overwrite'),
      // A program to run, a folder to write to, a list of further files.
      ...changingValued('--compress-program -T|--temporary-directory --files0-from'),
      ...HELP,
    ],
    operands: 'read',
    readOnly: true,
  },
  {
    names: ['uniq', 'guniq'],
    options: [
      ...flags('-c|--count -d|--repeated -D -i|--ignore-case -u|--unique -z|--zero-terminated'),
      ...optional('--all-repeated --group'),
      ...valued('-f|--skip-fields -s|--skip-chars -w|--check-chars'),
      ...HELP,
    ],
    operands: ['read', 'overwrite'],
    readOnly: true,
    objection: oneInput,
  },
  {
    names: ['cut', 'gcut'],
    options: [
      ...valued('-b|--bytes -c|--characters -d|--delimiter -f|--fields --output-delimiter'),
      ...flags('-n --complement -s|--only-delimited -w -z|--zero-terminated'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['tr', 'gtr'],
    options: [...flags('-c|--complement -C -d|--delete -s|--squeeze-repeats -t|--truncate-set1 -u'), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  {
    names: ['paste'],
    options: [...valued('-d|--delimiters'), ...flags('-s|--serial -z|--zero-terminated'), ...HELP],
    ...reader,
  },
  {
    names: ['comm'],
    options: [
      ...flags('-1 -2 -3 -i --check-order --nocheck-order --total -z|--zero-terminated'),
      ...valued('--output-delimiter'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['join'],
    options: [
      ...valued('-a -e -1 -2 -j -o -t -v'),
      ...flags('-i|--ignore-case --check-order --nocheck-order --header -z|--zero-terminated'),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['numfmt'],
    options: [
      ...flags('--debug --grouping -z|--zero-terminated'),
      ...valued(
        '-d|--delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit',
      ),
      ...optional('--header'),
      ...HELP,
    ],
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['tsort'], options: HELP, ...reader },
  {
    names: ['iconv'],
    options: [
      ...valued('-f|--from-code -t|--to-code'),
      ...flags('-c -l|--list -s|--silent'),
      ...changingValued('-o|--output', 'overwrite'),
      ...HELP,
    ],
    operands: 'read',
    readOnly: true,
  },
  {
    names: ['seq', 'gseq'],
    options: [...valued('-f|--format -s|--separator -t'), ...flags('-w|--equal-width'), ...HELP],
    digitsOption: true,
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['expr', 'gexpr', 'factor', 'gfactor'], style: 'words', readOnly: true },
  {
    names: ['bc'],
    options: flags('-l|--mathlib -q|--quiet -s|--standard -w|--warn -h|--help -v|--version'),
    operands: 'read',
    readOnly: true,
    variables: ['BC_ENV_ARGS'],
  },
];

const COMPARING: readonly CommandSpec[] = [
  {
    names: ['diff', 'gdiff'],
    options: [
      ...flags(
        '--normal -q|--brief -s|--report-identical-files -c -u -e|--ed -n|--rcs -y|--side-by-side --left-column',
      ),
      ...flags('--suppress-common-lines -p|--show-c-function -t|--expand-tabs -T|--initial-tab --suppress-blank-empty'),
      ...flags('-r|--recursive --no-dereference -N|--new-file -P|--unidirectional-new-file --ignore-file-name-case'),
      ...flags('--no-ignore-file-name-case -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space'),
      ...flags('-b|--ignore-space-change -w|--ignore-all-space -B|--ignore-blank-lines -a|--text --strip-trailing-cr'),
      ...flags('-d|--minimal --speed-large-files -v|--version --help -h -H'),
      ...optional('--context --unified --color'),
      ...valued('-C -U -W|--width -F|--show-function-line -L|--label --tabsize -x|--exclude -S|--starting-file'),
      ...valued('-I|--ignore-matching-lines -D|--ifdef --horizon-lines --palette'),
      ...valued('-X|--exclude-from --from-file --to-file', 'read'),
      // It runs `pr`.
      ...changing('-l|--paginate'),
    ],
    digitsOption: true,
    readOnly: true,
    paths: ({ options, operands }) => [
      ...options.flatMap(({ spec, value }) =>
        spec.role === 'read' && value !== undefined
          ? [{ word: value.word, from: value.from, action: 'read' as const }]
          : [],
      ),
      ...operands.map((word) =>
        options.some(({ spec }) => spec.names.includes('-r'))
          ? { word, action: 'search' as const, includeHidden: true }
          : { word, action: 'read' as const },
      ),
    ],
  },
  {
    names: ['cmp'],
    options: [
      ...flags('-b|--print-bytes -l|--verbose -s|--quiet|--silent -h -x -z -v|--version --help'),
      ...valued('-i|--ignore-initial -n|--bytes'),
    ],
    ...reader,
  },
  {
    names: [
      'md5sum',
      'sha1sum',
      'sha224sum',
      'sha256sum',
      'sha384sum',
      'sha512sum',
      'b2sum',
      'cksum',
      'sum',
      'shasum',
      'crc32',
    ],
    options: CHECKSUM_OPTIONS,
    ...reader,
  },
  {
    names: ['md5', 'sha1', 'sha256', 'sha512'],
    options: [...flags('-n -p -q -r -t -x'), ...valued('-s -c')],
    ...reader,
  },
];

export const TEXT_TOOLS: readonly CommandSpec[] = [...PRINTING, ...SHAPING, ...COMPARING];
