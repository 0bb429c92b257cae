import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { optionUses, usesOf, valueOf } from '../model/pathOperands';
import { options } from '../model/tableNotation';

const HELP = options('--help --version');
const lister = { readOnly: true, optionsAreHarmless: true, operands: 'list' } as const;

/** Rules of the call's own may print what they match; debugging prints what they are tried on. */
function printsText(call: CommandCall): boolean {
  return hasOption(call, '-m') || hasOption(call, '-d');
}

function fileObjection(call: CommandCall): string | undefined {
  if (!printsText(call)) return undefined;
  if (hasOption(call, '-f')) return 'file may print text of the files that a list names';
  return valueOf(call, '-m')?.text?.includes(':') === true ? 'file -m takes several files' : undefined;
}

export const FILE_LISTING: readonly CommandSpec[] = [
  {
    names: ['ls', 'dir', 'vdir', 'gls'],
    options: [
      ...options(
        '-a|--all -A|--almost-all --author -b|--escape -B|--ignore-backups -c -C -d|--directory -D|--dired -f -g',
        '-F --file-type --full-time --group-directories-first -G|--no-group -h|--human-readable --si',
        '-H|--dereference-command-line --dereference-command-line-symlink-to-dir -i|--inode -k|--kibibytes -l',
        '-L|--dereference -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars',
        '-Q|--quote-name -r|--reverse -R|--recursive -s|--size -S -t -u -U -v -x -X -Z|--context --zero -1 -@ -e',
        '-O -W -P -y -%',
        '--color=? --classify=? --hyperlink=?',
        '--block-size= --format= --hide= --indicator-style= -I|--ignore= --quoting-style= --sort= --time=',
        '--time-style= -T|--tabsize= -w|--width=',
      ),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['tree'],
    options: options(
      '-a -d -l -f -x --gitignore --matchdirs --metafirst --prune --info --noreport --ignore-case -q -N -Q -p',
      '-u -g -s -h --si --du -D -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X',
      '-J --version --help --nolinks',
      '-L= -P= -I= --filelimit= --charset= --timefmt= -H= -T=',
      // It prints them around its own text.
      '--hintro=read --houtro=read',
      '--sort=?',
      // `-R` with `-H` writes a page into every folder.
      '-R! --fromfile! --fromtabfile! -o=overwrite!',
    ),
    readOnly: true,
    operands: 'list',
  },
  {
    names: ['stat', 'gstat'],
    options: [
      ...options('-L|--dereference -f|--file-system -t|--terse -x -l -n -q -r -s -F -c|--format= --printf= --cached='),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['du', 'gdu'],
    options: [
      ...options(
        '-0|--null -a|--all --apparent-size -b|--bytes -c|--total -D|--dereference-args -H -h|--human-readable',
        '--inodes -k -L|--dereference -l|--count-links -m -P|--no-dereference -S|--separate-dirs --si',
        '-s|--summarize -x|--one-file-system -g -A -n -r',
        '-B|--block-size= -d|--max-depth= -t|--threshold= --time-style= --exclude= -I=',
        '-X|--exclude-from=read',
        '--time=?',
      ),
      ...HELP,
    ],
    ...lister,
    // `--files0-from=F` prints lines of F that name no file.
    objection: ({ unlisted }) =>
      unlisted.some(({ pieces: [first] }) => first?.kind === 'value') ? 'du may be given --files0-from' : undefined,
  },
  {
    names: ['df', 'gdf'],
    options: [
      ...options(
        '-a|--all -h|--human-readable -H|--si -i|--inodes -k -l|--local --no-sync -P|--portability --total',
        '-T|--print-type -v -m -g -b -c -n -Y -I',
        '-B|--block-size= -t|--type= -x|--exclude-type=',
        '--output=?',
      ),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['file'],
    options: options(
      '-v|--version --help -b|--brief -c|--checking-printout -i|--mime --apple --extension --mime-type',
      '--mime-encoding -I -k|--keep-going -l|--list -L|--dereference -h|--no-dereference -n|--no-buffer',
      '-N|--no-pad -0|--print0 -r|--raw -s|--special-files! -d|--debug',
      '-e|--exclude= --exclude-quiet= -F|--separator= -P|--parameter=',
      '-f|--files-from=read',
      // It prints lines that it does not understand.
      '-m|--magic-file=read',
      '-C|--compile!',
    ),
    variables: ['MAGIC'],
    readOnly: true,
    objection: fileObjection,
    paths: (call) => [...optionUses(call), ...usesOf(call.operands, printsText(call) ? 'read' : 'list')],
  },
  {
    names: ['realpath', 'grealpath', 'readlink', 'greadlink'],
    options: [
      ...options(
        '-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet -s|--strip',
        '--no-symlinks -z|--zero -f|--canonicalize -n|--no-newline -v|--verbose --silent',
        '--relative-to= --relative-base=',
      ),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['basename', 'gbasename', 'dirname', 'gdirname'],
    options: [...options('-a|--multiple -z|--zero -s|--suffix='), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  {
    names: ['pathchk'],
    options: [...options('-p -P --portability'), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['lsattr'], options: options('-R -V -a -d -v -l -p'), ...lister },
  {
    names: ['getfacl'],
    options: options(
      '-a|--access -d|--default -c|--omit-header -e|--all-effective -R|--recursive -p|--absolute-names -n',
    ),
    ...lister,
  },
];
