import { textWord, writtenText, type Word } from '../model/analysis';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../model/commandTable';
import { does, doesEach, options, reads } from '../model/tableNotation';
import { CURL_VARIABLES, loopbackObjection } from './loopbackRequest';
import { hasAny, optionUses, placesInside, sourceUses, usesOf, valueOf } from '../model/pathOperands';

const CURL = options(
  '-o|--output= -O|--remote-name --remote-name-all -J|--remote-header-name --output-dir= --create-dirs',
  '-D|--dump-header=overwrite -c|--cookie-jar=overwrite --trace=overwrite --trace-ascii=overwrite',
  '--stderr=overwrite --etag-save=overwrite --libcurl=overwrite --hsts=in-place --alt-svc=in-place',
  '-T|--upload-file=read -K|--config=read -E|--cert=read --key=read --cacert=read --capath=read',
  '--netrc-file=read --etag-compare=read --crlfile=read -d|--data|--data-ascii= --data-binary=',
  '--data-raw= --data-urlencode= --json= -F|--form= --form-string= -b|--cookie= -H|--header=',
  '-X|--request= -A|--user-agent= -e|--referer= -u|--user= -x|--proxy= -U|--proxy-user= -m|--max-time=',
  '--connect-timeout= --retry= --retry-delay= --retry-max-time= -r|--range= -w|--write-out=',
  '-C|--continue-at= --resolve= --connect-to= --url= --url-query= --interface= --limit-rate= -y= -Y=',
  '-z|--time-cond= -Q|--quote= --ciphers= --tls-max= --proto= --proto-default= --oauth2-bearer=',
  '--unix-socket= --socks5= --socks5-hostname= --noproxy= --max-redirs= --max-filesize= --aws-sigv4=',
  '--pass= --cert-type= --key-type= -t= -P= --rate= -s|--silent -S|--show-error -f|--fail',
  '--fail-with-body -L|--location -i|--include|--show-headers -I|--head -v|--verbose -k|--insecure',
  '-g|--globoff -G|--get -n|--netrc -N|--no-buffer -p|--proxytunnel -q|--disable -R|--remote-time',
  '-#|--progress-bar -a|--append -B|--use-ascii -j|--junk-session-cookies -l|--list-only -M|--manual',
  '-V|--version -Z|--parallel -0|--http1.0 --http1.1 --http2 --http3 -1|--tlsv1 --tlsv1.2 --tlsv1.3',
  '-4|--ipv4 -6|--ipv6 --compressed --raw --location-trusted --retry-all-errors --retry-connrefused',
  '--no-progress-meter --ssl-reqd --tcp-nodelay --path-as-is --fail-early',
);

/** `@` makes a value a file's name. */
const AT_VALUES = ['-d', '--data-binary', '--data-urlencode', '--json', '-F', '-b', '-H', '-w'];

function curlUses(call: CommandCall): readonly PathUse[] {
  const folder = valueOf(call, '--output-dir');
  const below = folder === undefined ? {} : { below: folder };
  const outputs = call.options.flatMap(({ spec, value }): PathUse[] =>
    spec.names.includes('-o') && value !== undefined
      ? [{ word: value.word, from: value.from, action: 'overwrite', ...below }]
      : [],
  );
  const addresses = [
    ...call.operands,
    ...call.options.flatMap(({ name, value }) => (name === '--url' && value !== undefined ? [value.word] : [])),
  ];
  const named = hasAny(call, '-O', '--remote-name-all') ? addresses.flatMap((word) => addressName(word, folder)) : [];
  const sent = call.options.flatMap(({ spec, value }): PathUse[] => {
    if (value === undefined || !AT_VALUES.some((name) => spec.names.includes(name))) return [];
    const text = writtenText(value.word);
    const from = spec.names.includes('-F')
      ? formFileAt(text, value.from)
      : text[value.from] === '@'
        ? value.from + 1
        : undefined;
    return from === undefined || text.length === from ? [] : [{ word: value.word, from, action: 'read' }];
  });
  return [...optionUses(call), ...outputs, ...named, ...sent];
}

/** `name=@file` and `name=<file`; a `;` behind does no harm. */
function formFileAt(text: string, from: number): number | undefined {
  const equals = text.indexOf('=', from);
  return equals !== -1 && /[@<]/.test(text[equals + 1] ?? '') ? equals + 2 : undefined;
}

function addressName(word: Word, folder: Word | undefined): PathUse[] {
  const text = writtenText(word);
  const path = text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === '' || word.pieces.some(({ kind }) => kind === 'value'))
    return folder === undefined ? [] : [{ word: folder, action: 'overwrite' }];
  return [{ word: textWord(name, word.position), action: 'overwrite', ...(folder !== undefined && { below: folder }) }];
}

const WGET = options(
  '-O|--output-document= -P|--directory-prefix= -o|--output-file=overwrite -a|--append-output=in-place',
  '-i|--input-file=read --save-cookies=overwrite --load-cookies=read --post-file=read --body-file=read',
  '--config=read --hsts-file=in-place --warc-file=overwrite --rejected-log=overwrite --certificate=read',
  '--private-key=read --ca-certificate=read -t|--tries= -T|--timeout= -w|--wait= -U|--user-agent=',
  '--header= --user= --password= --post-data= --method= --body-data= -l|--level= -A|--accept=',
  '-R|--reject= -D|--domains= -I= -X= -e|--execute= --limit-rate= --cut-dirs= -q|--quiet -v|--verbose',
  '-nv|--no-verbose -c|--continue -N|--timestamping -r|--recursive -k|--convert-links',
  '-p|--page-requisites -m|--mirror -np|--no-parent -nd|--no-directories -nH -nc|--no-clobber',
  '-x|--force-directories -b|--background -S|--server-response --spider --show-progress --progress=',
  '--no-check-certificate --content-disposition -E|--adjust-extension -4 -6 -L -H -K',
);

function wgetUses(call: CommandCall): readonly PathUse[] {
  if (hasOption(call, '--spider')) return optionUses(call);
  const document = valueOf(call, '-O');
  const folder = valueOf(call, '-P');
  if (document !== undefined) return [...optionUses(call), ...usesOf([document], 'overwrite')];
  const recursive = hasAny(call, '-r', '-m', '-p');
  return [
    ...optionUses(call),
    ...(recursive && folder !== undefined ? usesOf([folder], 'overwrite', { recursive }) : []),
    ...call.operands.flatMap((word) => addressName(word, folder)),
  ];
}

const ARIA = options(
  '-o|--out= -d|--dir= -i|--input-file=read -l|--log=overwrite --save-session=overwrite',
  '--load-cookies=read --save-cookies=overwrite -x= -s= -j= -k= -c|--continue=? -q|--quiet=?',
  '--conf-path=read --on-download-complete= -U= --header= -T=read -M=read',
);

function ariaUses(call: CommandCall): readonly PathUse[] {
  const out = valueOf(call, '-o');
  const folder = valueOf(call, '-d');
  const below = folder === undefined ? {} : { below: folder };
  return [
    ...optionUses(call),
    ...(out === undefined
      ? call.operands.flatMap((word) => addressName(word, folder))
      : usesOf([out], 'overwrite', below)),
  ];
}

/** `host:path`, `user@host:path`, `rsync://`; behind a slash a colon is a name's. */
export function isOnAnotherHost(word: Word): boolean {
  return /^(?:[^/:]+:|[a-z]+:\/\/)/i.test(writtenText(word));
}

const RSYNC = options(
  '-a|--archive -r|--recursive -R|--relative -b|--backup -u|--update -l|--links -L|--copy-links -k -K',
  '-H|--hard-links -p|--perms -E -X|--xattrs -A|--acls -o|--owner -g|--group -D -t|--times -O -J',
  '-S|--sparse -n|--dry-run -W -x -c|--checksum -z|--compress -C|--cvs-exclude -v|--verbose -q|--quiet',
  '-h|--human-readable -P -i|--itemize-changes -m -s -0 -8 -d|--dirs -F -I -y -4 -6 -N -U --progress',
  '--partial --stats --inplace --append --existing --ignore-existing --force --delete|--del',
  '--delete-before --delete-during --delete-delay --delete-after --delete-excluded',
  '--remove-source-files --mkpath -e|--rsh= --rsync-path= -f|--filter= --exclude= --include=',
  '--exclude-from=read --include-from=read --files-from=read --backup-dir= --suffix= --chmod= --chown=',
  '--max-size= --min-size= --timeout= --port= -T|--temp-dir= --compare-dest= --copy-dest= --link-dest=',
  '--password-file=read --log-file=overwrite --out-format= --bwlimit= --info= --partial-dir= -B= -M=',
  '--write-batch=overwrite --read-batch=read --numeric-ids --no-owner --no-group --no-perms --size-only',
  '--safe-links --copy-unsafe-links',
);

function rsyncUses(call: CommandCall): readonly PathUse[] {
  const sources = call.operands.slice(0, -1).filter((word) => !isOnAnotherHost(word));
  const target = call.operands.at(-1);
  const moves = hasOption(call, '--remove-source-files');
  const read = moves ? usesOf(sources, 'rename-from') : sourceUses(sources, hasAny(call, '-a', '-r'));
  if (target === undefined || isOnAnotherHost(target) || hasOption(call, '-n')) return [...optionUses(call), ...read];
  return [...optionUses(call), ...read, ...filled(call.operands.slice(0, -1), target, hasAny(call, '-a', '-r'))];
}

function filled(sources: readonly Word[], target: Word, recursive: boolean): PathUse[] {
  const whole = sources.map(withoutHost).filter((word) => !writtenText(word).endsWith('/'));
  return [{ word: target, action: 'overwrite', ...(recursive && { recursive }) }, ...placesInside(whole, target)];
}

function withoutHost(word: Word): Word {
  return isOnAnotherHost(word) && word.text !== undefined
    ? textWord(word.text.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^[^/:]+:/, ''), word.position)
    : word;
}

const SCP = options('-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v -c= -D= -F=read -i=read -J= -l= -o= -P= -S= -X=');

function scpUses(call: CommandCall): readonly PathUse[] {
  const recursive = hasOption(call, '-r');
  const sources = call.operands.slice(0, -1);
  const target = call.operands.at(-1);
  return [
    ...optionUses(call),
    ...sourceUses(
      sources.filter((word) => !isOnAnotherHost(word)),
      recursive,
    ),
    ...(target === undefined || isOnAnotherHost(target) ? [] : filled(sources, target, recursive)),
  ];
}

export const TRANSFER_TOOLS: readonly CommandSpec[] = [
  reads('curl', CURL, {
    paths: curlUses,
    objection: loopbackObjection,
    network: true,
    variables: CURL_VARIABLES,
  }),
  ...doesEach('wget wget2', WGET, { paths: wgetUses }),
  does('aria2c', ARIA, { paths: ariaUses }),
  does('rsync', RSYNC, { paths: rsyncUses }),
  does('scp', SCP, { paths: scpUses }),
  does('sftp', options('-a -C -f -N -p -q -r -v -b=read -B= -c= -D= -F=read -i=read -J= -l= -o= -P= -R= -S= -s='), {
    operands: ['text', 'overwrite'],
  }),
];
