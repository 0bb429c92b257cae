import type { CommandCall, CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';
import { knownStart } from '../model/words';

const HELP = options('--help --version');
const reader = { readOnly: true, optionsAreHarmless: true, operands: 'read' } as const;

/** `uniq` and `xxd` write the second operand. */
function oneInput({ operands, specs: [spec] }: CommandCall): string | undefined {
  const mayBeTwo = operands.length > 1 || operands.some(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'));
  return mayBeTwo ? `the second operand of ${spec?.names[0] ?? ''} is a file that it writes` : undefined;
}

/** Each word may be `@file`, also the value of an option: the words in the file take its place. */
function responseFileObjection({ command, specs: [spec] }: CommandCall): string | undefined {
  const mayName = command.words.slice(1).some((word) => /^@|^$/.test(knownStart(word)) && word.text !== '');
  return mayName ? `${spec?.names[0] ?? ''} @file takes its words from a file` : undefined;
}

const CHECKSUM_OPTIONS = [
  ...options(
    '-b|--binary -c|--check -t|--text -z|--zero --tag --ignore-missing --quiet --status --strict -w|--warn -q',
    '-r -p -0|--01 -U',
    '-a|--algorithm= -l|--length=',
  ),
  ...HELP,
];

const PRINTING: readonly CommandSpec[] = [
  {
    names: ['cat', 'gcat'],
    options: [
      ...options(
        '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u',
        '-v|--show-nonprinting -l',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['head', 'ghead'],
    options: [...options('-c|--bytes= -n|--lines= -q|--quiet|--silent -v|--verbose -z|--zero-terminated'), ...HELP],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['tail', 'gtail'],
    options: [
      ...options(
        '-c|--bytes= -n|--lines= -b= --max-unchanged-stats= --pid= -s|--sleep-interval=',
        '-f -F --retry -q|--quiet|--silent -v|--verbose -z|--zero-terminated -r',
        '--follow=?',
      ),
      ...HELP,
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['tac', 'gtac'],
    options: [...options('-b|--before -r|--regex -s|--separator='), ...HELP],
    ...reader,
  },
  { names: ['rev'], options: options('-0|--zero -h|--help -V|--version'), ...reader },
  {
    names: ['nl', 'gnl'],
    options: [
      ...options(
        '-b|--body-numbering= -d|--section-delimiter= -f|--footer-numbering= -h|--header-numbering=',
        '-i|--line-increment= -l|--join-blank-lines= -n|--number-format= -s|--number-separator=',
        '-v|--starting-line-number= -w|--number-width=',
        '-p|--no-renumber',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['fold'],
    options: [...options('-b|--bytes -s|--spaces -w|--width='), ...HELP],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['fmt'],
    options: [
      ...options(
        '-c|--crown-margin -s|--split-only -t|--tagged-paragraph -u|--uniform-spacing',
        '-p|--prefix= -w|--width= -g|--goal=',
      ),
      ...HELP,
    ],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['expand', 'unexpand'],
    options: [...options('-i|--initial -a|--all --first-only -t|--tabs='), ...HELP],
    digitsOption: true,
    ...reader,
  },
  {
    names: ['column'],
    options: options(
      '-t|--table -E -d|--table-noheadings -e|--table-header-repeat -L|--keep-empty-lines -J|--json',
      '-x|--fillrows -h|--help -V|--version -n',
      '-N|--table-columns= -l|--table-columns-limit= -O|--table-order= -H|--table-hide= -R|--table-right=',
      '-T|--table-truncate= -W|--table-wrap= -r|--tree= -i|--tree-id= -p|--tree-parent=',
      '-c|--output-width|--columns= -o|--output-separator= -s|--separator= --table-name= --table-noextreme=',
    ),
    ...reader,
  },
  {
    names: ['strings'],
    options: options(
      '-a|--all -d|--data -f|--print-file-name -w|--include-all-whitespace -o -h|--help -v|-V|--version',
      '-n|--bytes= -t|--radix= -e|--encoding= -s|--output-separator= -U|--unicode=',
      '-',
    ),
    digitsOption: true,
    ...reader,
    objection: responseFileObjection,
  },
  {
    names: ['od'],
    options: [
      ...options(
        '-A|--address-radix= --endian= -j|--skip-bytes= -N|--read-bytes= -t|--format=',
        '-S|--strings=? -w|--width=?',
        '-v|--output-duplicates --traditional -a -b -c -d -f -i -l -o -s -x -B -D -e -F -h -H -I -L -O -X',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['hexdump', 'hd'],
    options: options(
      '-b|--one-byte-octal -c|--one-byte-char -C|--canonical -d|--two-bytes-decimal -o|--two-bytes-octal',
      '-x|--two-bytes-hex -v|--no-squeezing -h|--help -V|--version -X|--one-byte-hex',
      '-e|--format= -n|--length= -s|--skip=',
      '-f|--format-file=read',
      '--color=?',
    ),
    ...reader,
  },
  {
    names: ['xxd'],
    style: 'long',
    options: options(
      '-a -autoskip -b -bits -C -capitalize -E -EBCDIC -e -d -h -i -include -p -ps -postscript -plain -r',
      '-revert -u -uppercase -v -version',
      '-c= -cols= -g= -groupsize= -l= -len= -n= -name= -o= -s= -seek= -R=',
    ),
    operands: ['read', 'overwrite'],
    readOnly: true,
    objection: oneInput,
  },
  {
    names: ['base64', 'base32', 'basenc', 'gbase64'],
    options: [
      ...options(
        // On macOS `-i` names the input.
        '-d|-D|--decode -i|--ignore-garbage -h --base64 --base64url --base32 --base32hex --base16 --base2msbf',
        '--base2lsbf --z85',
        '-w|--wrap= -b|--break=',
        '-o|--output=overwrite!',
      ),
      ...HELP,
    ],
    readOnly: true,
    operands: 'read',
  },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'lzcat', 'zstdcat', 'lz4cat'],
    options: options('-f|--force -q|--quiet -v|--verbose -s|--small -h|--help -L -V|--version'),
    readOnly: true,
    operands: 'read',
    variables: ['GZIP', 'BZIP', 'BZIP2', 'XZ_OPT', 'XZ_DEFAULTS', 'ZSTD_*'],
  },
];

const SHAPING: readonly CommandSpec[] = [
  {
    names: ['wc', 'gwc'],
    options: [
      ...options(
        '-c|--bytes -m|--chars -l|--lines -L|--max-line-length -w|--words --total=',
        // Further files; lines that name none are printed.
        '--files0-from=!',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['sort', 'gsort'],
    options: [
      ...options(
        '-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort',
        '-i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort',
        '-r|--reverse -V|--version-sort -c -C -m|--merge -s|--stable -u|--unique -z|--zero-terminated --debug',
        '--sort= --batch-size= -k|--key= -S|--buffer-size= -t|--field-separator= --parallel=',
        '--random-source=read',
        '--check=?',
        '-o|--output=overwrite!',
        // A program, a folder to write to, further files.
        '--compress-program=! -T|--temporary-directory=! --files0-from=!',
      ),
      ...HELP,
    ],
    operands: 'read',
    readOnly: true,
  },
  {
    names: ['uniq', 'guniq'],
    options: [
      ...options(
        '-c|--count -d|--repeated -D -i|--ignore-case -u|--unique -z|--zero-terminated',
        '--all-repeated=? --group=?',
        '-f|--skip-fields= -s|--skip-chars= -w|--check-chars=',
      ),
      ...HELP,
    ],
    operands: ['read', 'overwrite'],
    readOnly: true,
    objection: oneInput,
  },
  {
    names: ['cut', 'gcut'],
    options: [
      ...options(
        '-b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= --output-delimiter=',
        '-n --complement -s|--only-delimited -w -z|--zero-terminated',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['tr', 'gtr'],
    options: [...options('-c|--complement -C -d|--delete -s|--squeeze-repeats -t|--truncate-set1 -u'), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  {
    names: ['paste'],
    options: [...options('-d|--delimiters= -s|--serial -z|--zero-terminated'), ...HELP],
    ...reader,
  },
  {
    names: ['comm'],
    options: [
      ...options('-1 -2 -3 -i --check-order --nocheck-order --total -z|--zero-terminated --output-delimiter='),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['join'],
    options: [
      ...options(
        '-a= -e= -1= -2= -j= -o= -t= -v=',
        '-i|--ignore-case --check-order --nocheck-order --header -z|--zero-terminated',
      ),
      ...HELP,
    ],
    ...reader,
  },
  {
    names: ['numfmt'],
    options: [
      ...options(
        '--debug --grouping -z|--zero-terminated',
        '-d|--delimiter= --field= --format= --from= --from-unit= --invalid= --padding= --round= --suffix= --to=',
        '--to-unit=',
        '--header=?',
      ),
      ...HELP,
    ],
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['tsort'], options: HELP, ...reader },
  {
    names: ['iconv'],
    options: [...options('-f|--from-code= -t|--to-code= -c -l|--list -s|--silent -o|--output=overwrite!'), ...HELP],
    operands: 'read',
    readOnly: true,
  },
  {
    names: ['seq', 'gseq'],
    options: [...options('-f|--format= -s|--separator= -t= -w|--equal-width'), ...HELP],
    digitsOption: true,
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['expr', 'gexpr', 'factor', 'gfactor'], style: 'words', readOnly: true },
  {
    names: ['bc'],
    options: options('-l|--mathlib -q|--quiet -s|--standard -w|--warn -h|--help -v|--version'),
    operands: 'read',
    readOnly: true,
    variables: ['BC_ENV_ARGS'],
  },
];

const COMPARING: readonly CommandSpec[] = [
  {
    names: ['sdiff', 'gsdiff'],
    options: options(
      '-i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space -b|--ignore-space-change -W|--ignore-all-space',
      '-B|--ignore-blank-lines -a|--text --strip-trailing-cr -l|--left-column -s|--suppress-common-lines -t|--expand-tabs',
      '-d|--minimal -H|--speed-large-files -v|--version --help -w|--width= --tabsize= -I|--ignore-matching-lines=',
      '-o|--output=overwrite! --diff-program=!',
    ),
    readOnly: true,
    operands: 'read',
  },
  {
    names: ['diff', 'gdiff'],
    options: options(
      '--normal -q|--brief -s|--report-identical-files -c -u -e|--ed -n|--rcs -y|--side-by-side --left-column',
      '--suppress-common-lines -p|--show-c-function -t|--expand-tabs -T|--initial-tab --suppress-blank-empty',
      '-r|--recursive --no-dereference -N|--new-file -P|--unidirectional-new-file --ignore-file-name-case',
      '--no-ignore-file-name-case -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space',
      '-b|--ignore-space-change -w|--ignore-all-space -B|--ignore-blank-lines -a|--text --strip-trailing-cr',
      '-d|--minimal --speed-large-files -v|--version --help -h -H',
      '--context=? --unified=? --color=?',
      '-C= -U= -W|--width= -F|--show-function-line= -L|--label= --tabsize= -x|--exclude= -S|--starting-file=',
      '-I|--ignore-matching-lines= -D|--ifdef= --horizon-lines= --palette=',
      '-X|--exclude-from=read --from-file=read --to-file=read',
      // It runs `pr`.
      '-l|--paginate!',
    ),
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
    options: options(
      '-b|--print-bytes -l|--verbose -s|--quiet|--silent -h -x -z -v|--version --help',
      '-i|--ignore-initial= -n|--bytes=',
    ),
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
    options: options('-n -p -q -r -t -x -s= -c='),
    ...reader,
  },
];

export const TEXT_TOOLS: readonly CommandSpec[] = [...PRINTING, ...SHAPING, ...COMPARING];
