import { textWord } from '../model/analysis';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../model/commandTable';
import { ARCHIVERS } from './archives';
import { doesEach, does, options } from '../model/tableNotation';
import { hasAny, optionUses, placesInside, sourcesAndTarget, sourceUses, usesOf, valueOf } from '../model/pathOperands';
import { TEXT_REWRITERS } from './textRewriters';

const REMOVE = options(
  '-f|--force -i -I --interactive=? -r|-R|--recursive -d|--dir -v|--verbose -x|--one-file-system',
  '--no-preserve-root --preserve-root=? -P -W',
);

function removed(call: CommandCall): readonly PathUse[] {
  const recursive = hasOption(call, '-r');
  return usesOf(call.operands, 'delete', recursive ? { recursive } : {});
}

const BACKUP = '-b --backup=? -S|--suffix=';

const COPY = options(
  '-a|--archive --attributes-only',
  BACKUP,
  '--copy-contents -c -d -f|--force -i|--interactive -H -l|--link -L|--dereference -n|--no-clobber',
  '-P|--no-dereference -p --preserve=? --no-preserve= --parents -R|-r|--recursive --reflink=?',
  '--remove-destination --sparse= --strip-trailing-slashes -s|--symbolic-link -t|--target-directory=',
  '-T|--no-target-directory -u --update=? -v|--verbose -x|--one-file-system -X -Z --context=? --debug',
);

/** Several sources need a folder. */
function isOne(sources: CommandCall['operands']): boolean {
  return sources.length === 1 && sources[0]?.pieces.every(({ kind }) => kind !== 'glob') === true;
}

function copied(call: CommandCall): readonly PathUse[] {
  const { sources, target, named } = sourcesAndTarget(call);
  if (target === undefined) return sourceUses(sources, false);
  const recursive = hasAny(call, '-r', '-a');
  const links = hasAny(call, '-l', '-s');
  const inside = hasOption(call, '-T') ? [] : placesInside(sources, target);
  // Without -r the target is no folder.
  const whole: PathUse = { word: target, action: recursive && isOne(sources) ? 'rename-to' : 'overwrite' };
  const to = [...(named ? [] : [whole]), ...inside];
  const from = [...(named ? [] : sources.slice(0, 1)), ...sources];
  const keepsLinks = (recursive || hasAny(call, '-P', '-d', '--preserve')) && !hasOption(call, '-L');
  const kept = keepsLinks ? to.map((use, at): PathUse => withSource(use, 'copyOf', from[at])) : to;
  return [
    ...(links ? linkSources(call, sources) : sourceUses(sources, recursive)),
    ...(hasOption(call, '-s') ? to.map((use, at) => withSource(use, 'linkTo', from[at])) : kept),
  ];
}

function withSource(use: PathUse, name: 'linkTo' | 'copyOf', source: PathUse['word'] | undefined): PathUse {
  return source === undefined ? use : { ...use, [name]: source };
}

/** Through a second name the file can change later. */
function linkSources(call: CommandCall, sources: CommandCall['operands']): PathUse[] {
  return hasOption(call, '-s') ? usesOf(sources, 'list', { secondName: true }) : usesOf(sources, 'in-place');
}

function linked(places: readonly PathUse[], sources: CommandCall['operands']): PathUse[] {
  return places.map((use, index) => withSource(use, 'linkTo', sources[index]));
}

const MOVE = options(
  BACKUP,
  '--debug --exchange -f|--force -i|--interactive -n|--no-clobber --no-copy --strip-trailing-slashes',
  '-t|--target-directory= -T|--no-target-directory -u --update=? -v|--verbose -Z|--context -h',
);

function moved(call: CommandCall): readonly PathUse[] {
  const { sources, target, named } = sourcesAndTarget(call);
  return [
    ...usesOf(sources, 'rename-from'),
    ...(target === undefined || named
      ? []
      : [{ word: target, action: isOne(sources) ? 'rename-to' : 'overwrite' } as const]),
    ...(target === undefined || hasOption(call, '-T') ? [] : placesInside(sources, target)),
  ];
}

const LINK = options(
  BACKUP,
  '-d|-F|--directory -f|--force -h -i|--interactive -L|--logical -n|--no-dereference -P|--physical',
  '-r|--relative -s|--symbolic -t|--target-directory= -T|--no-target-directory -v|--verbose -w',
);

function links(call: CommandCall): readonly PathUse[] {
  const { operands } = call;
  const alone = operands.length === 1 && valueOf(call, '-t') === undefined;
  const { sources, target, named } = alone
    ? { sources: operands, target: textWord('.', call.command.position), named: true }
    : sourcesAndTarget(call);
  if (target === undefined) return [];
  const symbolic = hasOption(call, '-s');
  const inside = hasOption(call, '-T') ? [] : placesInside(sources, target);
  const whole: PathUse[] = named ? [] : [{ word: target, action: isOne(sources) ? 'rename-to' : 'overwrite' }];
  return [
    ...linkSources(call, sources),
    ...(symbolic ? linked(whole, sources) : whole),
    ...(symbolic ? linked(inside, sources) : inside),
  ];
}

function symbolicLink({ operands: [target, link] }: CommandCall): readonly PathUse[] {
  if (target === undefined || link === undefined) return [];
  return [...usesOf([target], 'list', { secondName: true }), { word: link, action: 'rename-to', linkTo: target }];
}

const INSTALL = options(
  BACKUP,
  '-c -C|--compare -d|--directory -D --debug -g|--group= -m|--mode= -o|--owner=',
  '-p|--preserve-timestamps -s|--strip --strip-program= -t|--target-directory= -T|--no-target-directory',
  '-v|--verbose -Z --preserve-context --context=?',
);

function installed(call: CommandCall): readonly PathUse[] {
  if (hasOption(call, '-d')) return usesOf(call.operands, 'overwrite');
  const { sources, target, named } = sourcesAndTarget(call);
  if (target === undefined) return [];
  return [
    ...usesOf(sources, 'read'),
    ...(named ? [] : usesOf([target], 'overwrite')),
    ...(hasOption(call, '-T') ? [] : placesInside(sources, target)),
  ];
}

function converted({ operands }: CommandCall): readonly PathUse[] {
  return operands.flatMap((word): PathUse[] => {
    const [first] = word.pieces;
    const setting = first?.kind === 'text' ? /^(?:if|of)=/.exec(first.text)?.[0] : undefined;
    if (setting === undefined) return [];
    return [{ word, from: setting.length, action: setting === 'of=' ? 'overwrite' : 'read' }];
  });
}

const MODE_OPTIONS = options(
  '-c|--changes -f|--silent|--quiet -v|--verbose -R|--recursive -h|--no-dereference --dereference -H -L',
  '-P --from= --preserve-root --no-preserve-root --reference=read',
);

/** The mode of `chmod -x f` looks like an option. */
const DASH_MODE = /^-[rwxXst]+$/;

function modeChanged(call: CommandCall): readonly PathUse[] {
  const modeGiven =
    hasOption(call, '--reference') || call.command.words.slice(1).some(({ text }) => DASH_MODE.test(text ?? ''));
  const recursive = hasOption(call, '-R');
  return [
    ...optionUses(call),
    ...usesOf(call.operands.slice(modeGiven ? 0 : 1), 'in-place', recursive ? { recursive } : {}),
  ];
}

/** Flags, then files: `chattr +i f`. */
function attributesChanged(call: CommandCall): readonly PathUse[] {
  const words = call.command.words.slice(1);
  const files = words.filter(({ text }) => !/^[-+=]/.test(text ?? 'x'));
  return usesOf(
    files,
    'in-place',
    words.some(({ text }) => text?.startsWith('-R') === true) ? { recursive: true } : {},
  );
}

export function macAttributesChanged(call: CommandCall): readonly PathUse[] {
  const reads = !hasAny(call, '-w', '-d', '-c');
  const skipped = hasOption(call, '-w') ? 2 : hasAny(call, '-d', '-p') ? 1 : 0;
  return usesOf(call.operands.slice(skipped), reads ? 'list' : 'in-place');
}

function renamed({ operands }: CommandCall): readonly PathUse[] {
  return usesOf(operands, 'rename-from');
}

function splitUp(call: CommandCall): readonly PathUse[] {
  const [file, prefix] = call.operands;
  return [
    ...(file === undefined ? [] : usesOf([file], 'read')),
    ...usesOf([prefix ?? textWord('xaa', call.command.position)], 'overwrite'),
  ];
}

/** The last operand is a folder. */
function mergedInto(call: CommandCall): readonly PathUse[] {
  const { operands } = call;
  return [
    ...sourceUses(operands.slice(0, -1), true),
    ...operands.slice(-1).flatMap((word): PathUse[] => [{ word, action: 'rename-to', recursive: true }]),
  ];
}

const GIO_COMMANDS: readonly CommandSpec[] = [
  does('trash remove', options('-f|--force'), { operands: 'delete' }),
  does('copy', options('-T|--no-target-directory -p -i -b|--backup -P'), { paths: copied }),
  does('move rename', options('-T|--no-target-directory -i -b|--backup'), { paths: moved }),
  does('save', [], { operands: 'overwrite' }),
  does('set', options('-t|--type= -d|--delete'), { operands: ['in-place', 'text'] }),
  does('mkdir', options('-p|--parent'), { operands: 'overwrite' }),
];

/** Of PowerShell, whose lines are read tolerantly. */
const CMDLETS: readonly CommandSpec[] = [
  ...doesEach('Remove-Item del erase', [], {
    paths: ({ command, operands }) =>
      command.words.some(({ text }) => /^-whatif$/i.test(text ?? '')) ? [] : usesOf(operands, 'delete'),
  }),
  does('Move-Item', [], { operands: ['rename-from', 'rename-to'] }),
  does('Copy-Item', [], { operands: ['read', 'rename-to'] }),
  ...doesEach('Set-Content Add-Content Out-File New-Item', [], { operands: 'overwrite' }),
];

export const FILE_CHANGES: readonly CommandSpec[] = [
  ...CMDLETS,
  ...doesEach('rm grm', REMOVE, { paths: removed }),
  ...doesEach('srm trash trash-put trash-rm rip', REMOVE, { operands: 'delete' }),
  ...doesEach('rmdir grmdir', options('-p|--parents -v|--verbose --ignore-fail-on-non-empty'), {
    operands: 'delete',
  }),
  ...doesEach('unlink gunlink', [], { operands: 'delete' }),
  ...doesEach(
    'shred gshred wipe',
    options('-f|--force -n|--iterations= --random-source=read -s|--size= -u --remove=? -v -x -z'),
    { operands: 'delete' },
  ),
  ...doesEach('cp gcp', COPY, { paths: copied }),
  ...doesEach('mv gmv', MOVE, { paths: moved }),
  ...doesEach('ln gln', LINK, { paths: links }),
  does('link', [], { operands: ['in-place', 'rename-to'] }),
  does('symlink', [], { paths: symbolicLink }),
  ...doesEach('install ginstall', INSTALL, { paths: installed }),
  does('ditto', options('-V -v -X -c -x -k --keepParent --rsrc --norsrc'), {
    paths: mergedInto,
  }),
  ...doesEach('dd gdd', [], { paths: converted }),
  ...doesEach('tee gtee', options('-a|--append -i|--ignore-interrupts -p --output-error=?'), {
    paths: (call) => usesOf(call.operands, hasOption(call, '-a') ? 'in-place' : 'overwrite'),
  }),
  does('sponge', options('-a'), {
    paths: (call) => usesOf(call.operands, hasOption(call, '-a') ? 'in-place' : 'overwrite'),
  }),
  ...doesEach('truncate gtruncate', options('-c|--no-create -o|--io-blocks -r|--reference=read -s|--size='), {
    paths: (call) => [...optionUses(call), ...usesOf(call.operands, 'in-place')],
  }),
  does('fallocate', options('-c|--collapse-range -d|--dig-holes -i -l|--length= -n -o|--offset= -p -z -x -v'), {
    operands: 'in-place',
  }),
  ...doesEach(
    'touch gtouch',
    options('-a -c|--no-create -d|--date= -f -h|--no-dereference -m -r|--reference=read -t= --time='),
    { paths: (call) => [...optionUses(call), ...usesOf(call.operands, 'in-place')] },
  ),
  ...doesEach('mkdir gmkdir', options('-m|--mode= -p|--parents -v|--verbose -Z --context=?'), {
    operands: 'overwrite',
  }),
  ...doesEach('mktemp gmktemp', options('-d|--directory -u|--dry-run -q|--quiet --suffix= -p= --tmpdir=? -t'), {
    paths: (call) => {
      const folder = valueOf(call, '-p') ?? valueOf(call, '--tmpdir');
      return usesOf(call.operands, 'overwrite', folder === undefined ? {} : { below: folder });
    },
  }),
  ...doesEach('mkfifo gmkfifo', options('-m|--mode= -Z --context=?'), { operands: 'overwrite' }),
  ...doesEach('mknod gmknod', options('-m|--mode= -Z --context=?'), { operands: ['overwrite', 'text'] }),
  ...doesEach('chmod gchmod chown gchown chgrp gchgrp', MODE_OPTIONS, { paths: modeChanged }),
  does('chattr', [], { paths: attributesChanged }),
  does('chflags', options('-R -H -L -P -f -h -v'), { operands: ['text', 'in-place'] }),
  does('setfacl', options('-b -k -R -L -P -d -n --mask -m|--modify= -x|--remove= -M=read -X=read --set='), {
    paths: (call) => [...optionUses(call), ...usesOf(call.operands, 'in-place')],
  }),
  does('setfattr', options('-n|--name= -v|--value= -x|--remove= -h --restore=read'), {
    paths: (call) => [...optionUses(call), ...usesOf(call.operands, 'in-place')],
  }),
  does('xattr', options('-w -d -c -p -l -r -s -v -x'), { paths: macAttributesChanged }),
  ...doesEach('rename prename file-rename mmv', options('-v|--verbose -n -f|--force -s -o -i -e='), {
    paths: renamed,
  }),
  ...doesEach(
    'split gsplit',
    options(
      '-a= -b|--bytes= -C= -d --numeric-suffixes=? -x -e -l|--lines= -n|--number= -t= -u --filter=',
      '--additional-suffix= --verbose',
    ),
    { paths: splitUp },
  ),
  ...doesEach('csplit gcsplit', options('-b= -f|--prefix=overwrite -k -n= -s -z'), {
    operands: ['read', 'text'],
  }),
  does('gio', [], { subcommands: GIO_COMMANDS }),
  ...TEXT_REWRITERS,
  ...ARCHIVERS,
];
