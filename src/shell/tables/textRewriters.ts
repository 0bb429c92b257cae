/** They rewrite a file in place, or write an option's file or the last operand. */
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../model/commandTable';
import { does, doesEach, options } from '../model/tableNotation';
import { hasAny, optionUses, usesOf, valueOf } from '../model/pathOperands';

const PATCH = options(
  '-i|--input=read -o|--output=overwrite -r|--reject-file=overwrite -d|--directory= -p|--strip=',
  '-R|--reverse -N|--forward -s|--silent|--quiet -f|--force -t|--batch -u|--unified -c -e -n',
  '-b|--backup -V= -z|--suffix= -B|--prefix= -Y= -F|--fuzz= -D= -E -l -g= -v --dry-run --verbose',
  '--binary --merge=? --no-backup-if-mismatch --posix --read-only= --reject-format= --follow-symlinks',
  '-T -Z',
);

/** Only the patch names its files, so its folder counts. */
function patched(call: CommandCall): readonly PathUse[] {
  const [file, patch] = call.operands;
  const folder = valueOf(call, '-d');
  const below = folder === undefined ? {} : { below: folder };
  return [
    ...optionUses(call),
    ...(file === undefined || hasOption(call, '--dry-run') ? [] : usesOf([file], 'in-place', below)),
    ...(patch === undefined ? [] : usesOf([patch], 'read')),
  ];
}

const VIM = options(
  '-c= --cmd= -S=read -s=read -u=read -U=read -w=overwrite -W=overwrite -i= -t= -T= -e -E -R -n -N -b',
  '-d -o=# -O=# -p=# -v -y -z -Z -m -M -l -L -r -x -X -q= --headless --clean --noplugin --not-a-term',
  '--startuptime=overwrite --listen= --version --help -h',
);

/** Without commands an editor changes nothing, except as `ex`. */
function editorUses(call: CommandCall): readonly PathUse[] {
  const files = call.operands.filter(({ text }) => text?.startsWith('+') !== true);
  const scripted = files.length < call.operands.length || hasAny(call, '-c', '--cmd', '-S', '-s', '-e', '-E');
  const reads = hasOption(call, '-R') && !scripted;
  return [...optionUses(call), ...usesOf(files, scripted && !reads ? 'in-place' : 'read')];
}

const PERL = options(
  '-e= -E= -i=? -p -n -a -l=# -0=# -F=? -I= -M=? -m=? -w -W -X -c -C=? -s -t -T -u -U -v -V=? -d=? -D=?',
  '-S -x=? -h -g',
);

const RUBY = options(
  '-e= -i=? -p -n -a -l -0=? -F=? -I= -r= -w -W=? -c -C= -E= -K=? -s -S -U -v -x=? -h -d -y --version',
  '--yjit --jit --disable= --enable=',
);

/** With `-e` all operands are data; else the first is the program. */
function interpreterUses(call: CommandCall): readonly PathUse[] {
  const [program, ...rest] = call.operands;
  const inline = hasAny(call, '-e', '-E');
  const data = inline ? call.operands : rest;
  return [
    ...(inline || program === undefined ? [] : usesOf([program], 'read')),
    ...usesOf(data, hasOption(call, '-i') ? 'in-place' : 'read'),
  ];
}

function writesTo(names: string, ...lists: readonly string[]): CommandSpec[] {
  return doesEach(names, options(...lists), { paths: optionUses });
}

const COMPILER = [
  '-o=overwrite -c -S -E -g -I= -L= -l= -D= -U= -x= -MF=overwrite -MT= -MQ= -MD -MMD -include=read -isystem=',
  '-shared -static -v -w -pthread -Xlinker= -arch= -framework=',
];

/** Operands before it and behind `-i` are read. */
function lastIsWritten(call: CommandCall): readonly PathUse[] {
  return [
    ...optionUses(call),
    ...usesOf(call.operands.slice(0, -1), 'read'),
    ...usesOf(call.operands.slice(-1), 'overwrite'),
  ];
}

function opensslUses({ command }: CommandCall): readonly PathUse[] {
  const words = command.words.slice(1);
  return words.flatMap((word, index): PathUse[] => {
    const option = words[index - 1]?.text ?? '';
    if (/^--?(?:out|keyout|writerand|CAserial|noout_to|signature_out)$/.test(option))
      return [{ word, action: 'overwrite' }];
    return /^--?(?:in|key|inkey|CA|CAkey|cert|config|CAfile|signkey|passin_file|data|sigfile)$/.test(option)
      ? [{ word, action: 'read' }]
      : [];
  });
}

const KEYGEN = options(
  '-A -a= -b= -B -C= -c -D= -E= -e -F= -f= -g -H -h -I= -i -K= -k -L -l -M= -m= -N= -n= -O= -P= -p -Q',
  '-q -R= -r= -s= -t= -U -u -V= -v -w= -Y= -y -Z= -z=',
);

function keyUses(call: CommandCall): readonly PathUse[] {
  const file = valueOf(call, '-f');
  const reads = hasAny(call, '-l', '-y', '-F', '-e', '-i', '-L', '-B');
  return file === undefined ? [] : usesOf([file], reads ? 'read' : 'overwrite');
}

const GPG = options(
  '-o|--output=overwrite -a|--armor -c|--symmetric -d|--decrypt -e|--encrypt -r|--recipient= -s|--sign',
  '-u|--local-user= -b|--detach-sign --clearsign|--clear-sign --verify --dearmor --enarmor --import',
  '--export --export-secret-keys --batch --yes --no-tty --homedir= --keyring= --no-default-keyring',
  '--keyserver= --recv-keys --passphrase= --passphrase-file=read --passphrase-fd= --pinentry-mode=',
  '--list-keys --fingerprint -k -K -v -q|--quiet --trust-model=',
);

export const TEXT_REWRITERS: readonly CommandSpec[] = [
  does('patch gpatch', PATCH, { paths: patched }),
  ...doesEach('ed red', options('-s|--quiet|--silent -p|--prompt= -v|--verbose -E -r -l'), {
    operands: 'in-place',
  }),
  ...doesEach('ex exim', VIM, { operands: 'in-place' }),
  ...doesEach('vi vim nvim vimdiff gvim view rvim', VIM, { paths: editorUses }),
  does('perl', PERL, { style: 'posix', paths: interpreterUses }),
  does('ruby', RUBY, { style: 'posix', paths: interpreterUses }),
  ...doesEach('dos2unix unix2dos mac2unix', options('-k -q -f -o -n -c= -s -b'), {
    operands: 'in-place',
  }),
  ...writesTo('gcc g++ cc c++ clang clang++ ld as tcc', ...COMPILER),
  ...writesTo('rustc', '-o=overwrite --out-dir=overwrite -L= -l= -C= --crate-type= --edition= --emit= -g -O'),
  ...writesTo(
    'pandoc',
    '-o|--output=overwrite -f|--from= -t|--to= -s|--standalone --log=overwrite --extract-media=overwrite',
  ),
  ...writesTo('strip gstrip objcopy', '-o=overwrite'),
  ...writesTo(
    'yt-dlp youtube-dl',
    '-o|--output=overwrite -P|--paths=overwrite --cookies=in-place -a|--batch-file=read',
  ),
  ...writesTo(
    'pg_dump pg_dumpall',
    '-f|--file=overwrite -F|--format= -d|--dbname= -h|--host= -p|--port= -U|--username= -t|--table=',
    '-n|--schema=',
  ),
  ...writesTo(
    'mysqldump mariadb-dump',
    '-r|--result-file=overwrite -T|--tab=overwrite -u|--user= -h|--host= -P|--port= -p|--password=?',
    '-B|--databases',
  ),
  does('openssl', [], { paths: opensslUses }),
  does('ssh-keygen', KEYGEN, { paths: keyUses }),
  ...doesEach('gpg gpg2', GPG, { paths: optionUses }),
  does(
    'ffmpeg',
    options(
      '-i=read -y -n -c= -c:v= -c:a= -codec= -vf= -af= -f= -ss= -t= -to= -r= -s= -b:v= -b:a= -map= -crf=',
      '-preset= -filter_complex= -loglevel= -hide_banner -an -vn -frames:v= -vframes= -pix_fmt= -acodec=',
      '-vcodec= -q:v= -ar= -ac=',
    ),
    { style: 'long', paths: lastIsWritten },
  ),
  ...doesEach(
    'convert',
    options(
      '-resize= -quality= -density= -background= -gravity= -crop= -extent= -format= -rotate= -size= -fill=',
      '-geometry=',
    ),
    {
      style: 'long',
      paths: lastIsWritten,
    },
  ),
  ...doesEach(
    'magick',
    options(
      '-resize= -quality= -density= -background= -gravity= -crop= -extent= -format= -rotate= -size= -fill=',
      '-geometry=',
    ),
    {
      style: 'long',
      paths: lastIsWritten,
    },
  ),
  does(
    'sqlite3',
    options(
      '-readonly -batch -init=read -cmd= -separator= -header -csv -json -line -column -list -html -bail',
      '-echo -nullvalue= -version',
    ),
    {
      style: 'long',
      paths: (call) => usesOf(call.operands.slice(0, 1), hasOption(call, '-readonly') ? 'read' : 'in-place'),
    },
  ),
];
