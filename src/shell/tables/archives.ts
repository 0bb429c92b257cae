/** Unpacking counts for the whole folder: an archive's contents are unknown. */
import { textWord, type Word } from '../model/analysis';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../model/commandTable';
import { wordFrom } from '../model/words';
import { does, doesEach, options } from '../model/tableNotation';
import { currentFolder, hasAny, optionUses, sourceUses, usesOf, valueOf } from '../model/pathOperands';

/** Letters with a value, in a cluster and in the old style, where values follow in order. */
const TAR_VALUES = 'bCfFgHIKLNTVX';
const BSD_TAR_VALUES = 'bCfIsTWX';
const TAR_LONG_VALUES = new Set(
  (
    '--file --directory --files-from --exclude-from --listed-incremental --use-compress-program --exclude --transform --xform ' +
    '--strip-components --owner --group --mode --mtime --newer --after-date --format --label --starting-file --tape-length ' +
    '--info-script --new-volume-script --suffix --to-command --checkpoint-action --rsh-command --rmt-command --sort ' +
    '--blocking-factor --record-size --add-file --warning --one-top-level --index-file --volno-file'
  ).split(' '),
);

interface TarCall {
  readonly letters: Set<string>;
  readonly long: Set<string>;
  readonly uses: PathUse[];
}

/** `tar` mixes three styles, and `-C` changes the folder. */
function tarUses({ command }: CommandCall, values = TAR_VALUES): readonly PathUse[] {
  const words = command.words.slice(1);
  const call: TarCall = { letters: new Set(), long: new Set(), uses: [] };
  const archives: Word[] = [];
  const members: { readonly word: Word; readonly below: Word | undefined }[] = [];
  let folder: Word | undefined;
  const take = (option: string, word: Word, from: number): void => {
    const value = wordFrom(word, from);
    if (option === 'f' || option === '--file') archives.push(value);
    else if (option === 'C' || option === '--directory') folder = value;
    else if (option === '--add-file') members.push({ word: value, below: folder });
    else if (option === '--one-top-level') call.uses.push({ word: value, action: 'overwrite', recursive: true });
    else if (option === '--index-file') call.uses.push({ word: value, action: 'overwrite' });
    else if (
      'TX'.includes(option) ||
      (option === 'I' && values === BSD_TAR_VALUES) ||
      option === '--files-from' ||
      option === '--exclude-from'
    ) {
      call.uses.push({ word: value, action: 'read' });
    } else if (option === 'g' || option === '--listed-incremental') call.uses.push({ word: value, action: 'in-place' });
  };
  let waiting: string[] = [];
  let onlyMembers = false;
  for (const [index, word] of words.entries()) {
    const text = word.text ?? word.pieces[0]?.text ?? '';
    const option = waiting.shift();
    if (option !== undefined) {
      take(option, word, 0);
    } else if (onlyMembers || (index > 0 && !text.startsWith('-')) || (index === 0 && !/^-|^[A-Za-z]+$/.test(text))) {
      members.push({ word, below: folder });
    } else if (text === '--') {
      onlyMembers = true;
    } else if (text.startsWith('--')) {
      const [name = ''] = text.split('=', 1);
      call.long.add(name);
      if (text.includes('=')) take(name, word, name.length + 1);
      else if (TAR_LONG_VALUES.has(name) && name !== '--one-top-level') waiting.push(name);
    } else {
      waiting = readLetters(text, word, call.letters, values, take);
    }
  }
  return [...call.uses, ...tarFiles(call, archives, members, folder)];
}

/** Other letters take a value, and `-I` names a list of files. */
export function bsdTarUses(call: CommandCall): readonly PathUse[] {
  return tarUses(call, BSD_TAR_VALUES);
}

function readLetters(
  text: string,
  word: Word,
  letters: Set<string>,
  values: string,
  take: (option: string, word: Word, from: number) => void,
): string[] {
  const dashed = text.startsWith('-');
  const waiting: string[] = [];
  for (let at = dashed ? 1 : 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    letters.add(letter);
    if (!values.includes(letter)) continue;
    if (dashed && (at + 1 < text.length || word.text === undefined)) {
      take(letter, word, at + 1);
      return waiting;
    }
    waiting.push(letter);
  }
  return waiting;
}

function tarFiles(
  { letters, long }: TarCall,
  archives: readonly Word[],
  members: readonly { readonly word: Word; readonly below: Word | undefined }[],
  folder: Word | undefined,
): PathUse[] {
  const has = (letter: string, ...names: string[]): boolean =>
    letters.has(letter) || names.some((name) => long.has(name));
  const inFolder = ({ word, below }: (typeof members)[number], action: PathUse['action']): PathUse => ({
    word,
    action,
    recursive: true,
    includeHidden: true,
    ...(below !== undefined && { below }),
  });
  if (has('x', '--extract', '--get')) {
    if (has('O', '--to-stdout')) return usesOf(archives, 'read');
    const target = folder ?? textWord('.', 0);
    return [
      ...usesOf(archives, 'read'),
      { word: target, action: 'overwrite', recursive: true },
      ...members.map((member) => inFolder(member, 'overwrite')),
    ];
  }
  if (has('c', '--create') || has('r', '--append') || has('u', '--update') || has('A', '--concatenate', '--catenate')) {
    return [
      ...usesOf(archives, has('c', '--create') ? 'overwrite' : 'in-place'),
      ...members.map((member) => inFolder(member, long.has('--remove-files') ? 'rename-from' : 'search')),
    ];
  }
  return usesOf(archives, long.has('--delete') ? 'in-place' : 'read');
}

const ZIP = options(
  '-r|--recurse-paths -R -q|--quiet -v|--verbose -m|--move -u|--update -f|--freshen -j -x= -i=',
  '-e|--encrypt -P= -y|--symlinks -d|--delete -T|--test -o -D -X -g -s= -b= -t=',
  '-O|--output-file=overwrite -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -FS -@ -n= -l -A',
);

function zipped(call: CommandCall): readonly PathUse[] {
  const [archive, ...files] = call.operands;
  if (archive === undefined) return optionUses(call);
  const own = [...optionUses(call), ...usesOf([archive], 'in-place')];
  if (hasOption(call, '-d')) return own;
  return [
    ...own,
    ...(hasOption(call, '-m') ? usesOf(files, 'rename-from') : sourceUses(files, hasAny(call, '-r', '-R'))),
  ];
}

const UNZIP = options('-l -t -v -z -Z -p -c -f -u -n -o -q -j -a -b -C -L -X -K -M -: -d= -x -P=');

function unzipped(call: CommandCall): readonly PathUse[] {
  const [archive] = call.operands;
  const read = archive === undefined ? [] : usesOf([archive], 'read');
  if (hasAny(call, '-l', '-t', '-v', '-z', '-Z', '-p', '-c')) return read;
  return [...read, { word: valueOf(call, '-d') ?? currentFolder(call), action: 'overwrite', recursive: true }];
}

const COMPRESS = options(
  '-c|--stdout|--to-stdout -d|--decompress|--uncompress -f|--force -h|--help -k|--keep -l|--list -L',
  '-n|--no-name -N|--name -q|--quiet -r|--recursive -S|--suffix= -t|--test -v|--verbose -V|--version',
  '-1|--fast -2 -3 -4 -5 -6 -7 -8 -9|--best --rsyncable -z|--compress -s|--small -0 -e|--extreme',
  '-T|--threads= -F|--format= -C|--check= -M|--memlimit= -b= -i -a -p=',
);

function compressed(call: CommandCall): readonly PathUse[] {
  const reads = hasAny(call, '-c', '-l', '-t', '-h', '-V', '-k');
  const recursive = hasOption(call, '-r');
  if (reads) return sourceUses(call.operands, recursive);
  return usesOf(call.operands, 'rename-from', recursive ? { recursive } : {});
}

const KEEPING = options(
  '-o=overwrite -c|--stdout -d|--decompress|--uncompress -f|--force -k|--keep -l|--list -q|--quiet',
  '-t|--test -v|--verbose -T|--threads= -D=read -r -z|--compress -m|--multiple --rm -h|--help',
  '-V|--version -# -1 -2 -3 -4 -5 -6 -7 -8 -9 --ultra --long=? --output-dir-flat=overwrite -B= -b=#',
);

/** `zstd` and the like keep the file. */
function compressedBeside(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...usesOf(call.operands, hasOption(call, '--rm') ? 'rename-from' : 'read')];
}

/** `7z x a.7z -oDIR`: command, archive, members; glued values. */
function sevenZip({ command }: CommandCall): readonly PathUse[] {
  const words = command.words.slice(1);
  const [verb, archive, ...files] = words.filter(
    ({ text, pieces: [first] }) => !(text ?? first?.text ?? '').startsWith('-'),
  );
  const target = words.find(({ text }) => text?.startsWith('-o') === true && text.length > 2);
  if (archive === undefined) return [];
  switch (verb?.text) {
    case 'x':
    case 'e':
      return [
        ...usesOf([archive], 'read'),
        target === undefined
          ? { word: textWord('.', archive.position), action: 'overwrite', recursive: true }
          : { word: target, from: 2, action: 'overwrite', recursive: true },
      ];
    case 'a':
    case 'u': {
      const moves = words.some(({ text }) => text === '-sdel');
      return [...usesOf([archive], 'in-place'), ...(moves ? usesOf(files, 'rename-from') : sourceUses(files, true))];
    }
    case 'd':
    case 'rn':
      return usesOf([archive], 'in-place');
    default:
      return usesOf([archive], 'read');
  }
}

const CPIO = options(
  '-o|--create -i|--extract -p|--pass-through -t|--list -d|--make-directories',
  '-m|--preserve-modification-time -u|--unconditional -v|--verbose -0|--null -H|--format= -F|--file=',
  '-D|--directory= -E=read -I=read -O=overwrite -R|--owner= -a -A -B -c -C= -L --no-absolute-filenames',
  '--quiet -V',
);

function copiedInOrOut(call: CommandCall): readonly PathUse[] {
  const archive = valueOf(call, '-F');
  const creates = hasOption(call, '-o');
  const folder = call.operands.at(-1);
  const target = hasOption(call, '-p')
    ? folder
    : hasOption(call, '-i') && !hasOption(call, '-t')
      ? (valueOf(call, '-D') ?? currentFolder(call))
      : undefined;
  return [
    ...optionUses(call),
    ...(archive === undefined ? [] : usesOf([archive], creates ? 'overwrite' : 'read')),
    ...(target === undefined ? [] : usesOf([target], 'overwrite', { recursive: true })),
  ];
}

function arUses({ command }: CommandCall): readonly PathUse[] {
  const [operation, ...files] = command.words.slice(1).filter(({ text }) => text?.startsWith('--') !== true);
  const [archive, ...members] = files;
  if (archive === undefined) return [];
  const letters = operation?.text ?? '';
  if (/[tp]/.test(letters)) return usesOf([archive], 'read');
  if (letters.includes('x')) return [...usesOf([archive], 'read'), ...usesOf(members, 'overwrite')];
  return [...usesOf([archive], 'in-place'), ...usesOf(members, 'read')];
}

/** `jar cf a.jar -C dir files`, as in tar's old style. */
const TAR_LIKE = { paths: (call: CommandCall) => tarUses(call) } as const;

export const ARCHIVERS: readonly CommandSpec[] = [
  ...doesEach('tar gtar bsdtar jar', [], TAR_LIKE),
  does('zip', ZIP, { paths: zipped }),
  does('unzip', UNZIP, { paths: unzipped }),
  ...doesEach('gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma compress uncompress lzip', COMPRESS, {
    paths: compressed,
  }),
  ...doesEach('zstd unzstd lz4 unlz4 brotli', KEEPING, { paths: compressedBeside }),
  ...doesEach('7z 7za 7zr 7zz', [], { paths: sevenZip }),
  does('cpio', CPIO, { paths: copiedInOrOut }),
  does('ar', [], { paths: arUses }),
  does('unrar', [], { operands: ['text', 'read', 'overwrite'] }),
];
