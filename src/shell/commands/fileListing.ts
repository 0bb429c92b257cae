/** Programs that show names, sizes and kinds of files: `ls`, `tree`, `stat`, `du`. */
import type { CommandSpec } from '../commandTable';
import { changing, changingValued, flags, optional, valued } from './optionList';

const HELP = flags('--help --version');
const lister = { readOnly: true, optionsAreHarmless: true, operands: 'list' } as const;

export const FILE_LISTING: readonly CommandSpec[] = [
  {
    names: ['ls', 'dir', 'vdir', 'gls'],
    options: [
      ...flags(
        '-a|--all -A|--almost-all --author -b|--escape -B|--ignore-backups -c -C -d|--directory -D|--dired -f -g',
      ),
      ...flags('-F --file-type --full-time --group-directories-first -G|--no-group -h|--human-readable --si'),
      ...flags('-H|--dereference-command-line --dereference-command-line-symlink-to-dir -i|--inode -k|--kibibytes -l'),
      ...flags(
        '-L|--dereference -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars',
      ),
      ...flags(
        '-Q|--quote-name -r|--reverse -R|--recursive -s|--size -S -t -u -U -v -x -X -Z|--context --zero -1 -@ -e -O',
      ),
      ...flags('-W -P -y -%'),
      ...optional('--color --classify --hyperlink'),
      ...valued(
        '--block-size --format --hide --indicator-style -I|--ignore --quoting-style --sort --time --time-style',
      ),
      ...valued('-T|--tabsize -w|--width'),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['tree'],
    options: [
      ...flags(
        '-a -d -l -f -x --gitignore --matchdirs --metafirst --prune --info --noreport --ignore-case -q -N -Q -p -u',
      ),
      ...flags(
        '-g -s -h --si --du -D -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J',
      ),
      ...flags('--version --help --nolinks'),
      ...valued('-L -P -I --filelimit --charset --timefmt --hintro --houtro -H -T'),
      ...optional('--sort'),
      // `-R` with `-H` writes a page into every folder.
      ...changing('-R --fromfile --fromtabfile'),
      ...changingValued('-o', 'overwrite'),
    ],
    readOnly: true,
    operands: 'list',
  },
  {
    names: ['stat', 'gstat'],
    options: [
      ...flags('-L|--dereference -f|--file-system -t|--terse -x -l -n -q -r -s -F'),
      ...valued('-c|--format --printf --cached'),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['du', 'gdu'],
    options: [
      ...flags('-0|--null -a|--all --apparent-size -b|--bytes -c|--total -D|--dereference-args -H -h|--human-readable'),
      ...flags('--inodes -k -L|--dereference -l|--count-links -m -P|--no-dereference -S|--separate-dirs --si'),
      ...flags('-s|--summarize -x|--one-file-system -g -A -n -r'),
      ...valued('-B|--block-size -d|--max-depth -t|--threshold --time-style --exclude -I'),
      ...valued('-X|--exclude-from', 'read'),
      ...optional('--time'),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['df', 'gdf'],
    options: [
      ...flags('-a|--all -h|--human-readable -H|--si -i|--inodes -k -l|--local --no-sync -P|--portability --total'),
      ...flags('-T|--print-type -v -m -g -b -c -n -Y -I'),
      ...valued('-B|--block-size -t|--type -x|--exclude-type'),
      ...optional('--output'),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['file'],
    options: [
      ...flags('-v|--version --help -b|--brief -c|--checking-printout -i|--mime --apple --extension --mime-type'),
      ...flags('--mime-encoding -I -k|--keep-going -l|--list -L|--dereference -h|--no-dereference -n|--no-buffer'),
      ...flags('-N|--no-pad -0|--print0 -r|--raw -s|--special-files -d|--debug'),
      ...valued('-e|--exclude --exclude-quiet -F|--separator -P|--parameter'),
      ...valued('-f|--files-from', 'read'),
      ...valued('-m|--magic-file', 'list'),
      ...changing('-C|--compile'),
    ],
    variables: ['MAGIC'],
    readOnly: true,
    operands: 'list',
  },
  {
    names: ['realpath', 'grealpath', 'readlink', 'greadlink'],
    options: [
      ...flags('-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet -s|--strip'),
      ...flags('--no-symlinks -z|--zero -f|--canonicalize -n|--no-newline -v|--verbose --silent'),
      ...valued('--relative-to --relative-base'),
      ...HELP,
    ],
    ...lister,
  },
  {
    names: ['basename', 'gbasename', 'dirname', 'gdirname'],
    options: [...flags('-a|--multiple -z|--zero'), ...valued('-s|--suffix'), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  {
    names: ['pathchk'],
    options: [...flags('-p -P --portability'), ...HELP],
    readOnly: true,
    optionsAreHarmless: true,
  },
  { names: ['lsattr'], options: flags('-R -V -a -d -v -l -p'), ...lister },
  {
    names: ['getfacl'],
    options: flags(
      '-a|--access -d|--default -c|--omit-header -e|--all-effective -R|--recursive -p|--absolute-names -n',
    ),
    ...lister,
  },
];
