import { programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { readCall } from '../shell/calls/commandCall';
import { hasOption, type CommandCall } from '../shell/model/commandTable';
import { wordFrom } from '../shell/model/words';
import { readOptions, type ReadOption, type ReadWords, type ValuedOptions } from '../calls/command/optionReading';
import { clientHosts, copyHost, LONGEST_OPERAND, markedText } from './hostText';

export interface ProgramHost {
  /** `NOT_KNOWN` replaces run-time parts. */
  readonly host: string;
  /** By the words alone something is sent. */
  readonly sends: boolean;
}

type Reader = (command: SimpleCommand) => readonly ProgramHost[];

/** Empty for unknown programs. */
export function programHosts(command: SimpleCommand): readonly ProgramHost[] {
  return READERS.get(programName(command) ?? '')?.(command) ?? [];
}

function withOptions(valued: ValuedOptions, read: (words: ReadWords) => readonly ProgramHost[]): Reader {
  return ({ words }) => read(readOptions(words.slice(1), valued));
}

function hosts(texts: readonly string[], sends = false): readonly ProgramHost[] {
  return texts.filter((text) => text !== '').map((host) => ({ host, sends }));
}

function addressed(words: readonly Word[], sends = false): readonly ProgramHost[] {
  return words.flatMap((word) => hosts(clientHosts(markedText(word)), sends));
}

function optionValues(call: CommandCall, ...names: readonly string[]): readonly Word[] {
  return call.options.flatMap(({ spec, value }) =>
    value !== undefined && names.some((name) => spec.names.includes(name)) ? [wordFrom(value.word, value.from)] : [],
  );
}

/** Short, perhaps empty. */
function valueText({ value, valueWord, word }: ReadOption): string {
  if (value !== undefined) return value.slice(0, LONGEST_OPERAND);
  if (valueWord === undefined) return '';
  const text = markedText(valueWord);
  return valueWord === word ? text.replace(/^(?:--[\w-]+=|-\w)/, '') : text;
}

const CURL_SENDS = ['--data', '--data-binary', '--data-raw', '--data-urlencode', '--json', '-F', '--form-string', '-T'];

const curl: Reader = (command) => {
  const call = readCall(command);
  if (call === undefined) return [];
  const method = optionValues(call, '-X').map(writtenText).at(-1) ?? 'GET';
  const sends = CURL_SENDS.some((name) => hasOption(call, name)) || !/^(?:GET|HEAD|OPTIONS)$/i.test(method);
  const proxies = optionValues(call, '-x', '--socks5', '--socks5-hostname');
  // HOST:PORT:ADDRESS and HOST:PORT:HOST:PORT: the real target.
  const instead = optionValues(call, '--resolve', '--connect-to').flatMap((word) => {
    const [, , ...rest] = markedText(word).split(':');
    return hosts(clientHosts(rest.join(':').split(',', 1)[0] ?? ''), sends);
  });
  return [...addressed([...call.operands, ...optionValues(call, '--url')], sends), ...addressed(proxies), ...instead];
};

const wget: Reader = (command) => {
  const call = readCall(command);
  if (call === undefined) return [];
  const sends = ['--post-data', '--post-file', '--body-data', '--body-file'].some((name) => hasOption(call, name));
  return addressed(call.operands, sends);
};

/** `http [METHOD] ADDRESS [NAME=VALUE...]`. */
const httpie = withOptions({ short: 'aopsAbdP' }, ({ operands }) => {
  const [first, ...others] = operands;
  const hasMethod = /^[A-Z]+$/.test(first?.text ?? '');
  const [address, ...items] = hasMethod ? others : operands;
  const sends =
    (hasMethod && !/^(?:GET|HEAD|OPTIONS)$/.test(first?.text ?? '')) ||
    items.some((item) => /^[^=:@]*(?::?=|@)(?!=)/.test(writtenText(item)));
  return address === undefined ? [] : addressed([address], sends);
});

/** They take the next word. */
const SSH = { short: 'BbcDEeFIiJLlmOopQRSWw', stopAtOperand: true } as const;

const ssh = withOptions(SSH, ({ options, operands }) => {
  const found = operands.slice(0, 1).flatMap((word) => hosts(clientHosts(markedText(word))));
  for (const option of options) {
    const { name } = option;
    const text = valueText(option);
    if (name === '-J') found.push(...hosts(text.split(',').slice(0, 8).flatMap(clientHosts)));
    if (name === '-W') found.push(...hosts(clientHosts(text)));
    // [BIND:]PORT:HOST:PORT.
    if (name === '-L' || name === '-R') found.push(...hosts([/:(\[[^\]]*\]|[^:]*):[^:]*$/.exec(text)?.[1] ?? '']));
    const setting = /^\s*(?:HostName|ProxyJump)\s*[=\s]\s*(.*)$/is.exec(name === '-o' ? text : '')?.[1];
    if (setting !== undefined) found.push(...hosts(setting.split(',').slice(0, 8).flatMap(clientHosts)));
  }
  return found;
});

/** Files go to the last place. */
const copy: Reader = (command) => {
  const operands = readCall(command)?.operands ?? [];
  return operands.flatMap((word, index) =>
    hosts([copyHost(markedText(word)) ?? ''], index > 0 && index === operands.length - 1),
  );
};

function firstOperands(count: number, short = ''): Reader {
  return withOptions({ short }, ({ operands }) => addressed(operands.slice(0, count)));
}

const sftp = withOptions({ short: 'BbcDFiJloPRSsX' }, ({ operands }) =>
  operands.slice(0, 1).flatMap((word) => {
    const text = markedText(word);
    return hosts([copyHost(text) ?? clientHosts(text)[0] ?? '']);
  }),
);

const netcat = withOptions({ short: 'ceGgiImMNopPqsTVwWXx' }, ({ options, operands }) =>
  options.some(({ name }) => name === '-l' || name === '--listen') ? [] : addressed(operands.slice(0, 1)),
);

const SOCAT_CLIENT =
  /^(?:tcp[46]?|udp[46]?|sctp[46]?|openssl|ssl|socks4a?|proxy)(?:-connect|-sendto|-datagram)?:(\[[^\]]*\]|[^:,]*)/i;

const socat = withOptions({}, ({ operands }) =>
  operands.flatMap((word) => hosts([SOCAT_CLIENT.exec(markedText(word))?.[1] ?? ''])),
);

/** `-oN FILE` is no cluster. */
const nmap: Reader = ({ words }) => {
  const own = words.filter((_, index) => !/^-(?:o[NXGSA]|i[LR])$/.test(words[index - 1]?.text ?? ''));
  return addressed(readOptions(own.slice(1), { short: 'bDegmpsS' }).operands.slice(0, 8));
};

/** Name servers see the name, and so does its owner's. */
const lookup = withOptions({ short: 'bcfkpqtxyT' }, ({ operands }) =>
  operands
    .map((word) => markedText(word))
    .filter((text) => !/^\+|^(?:a|aaaa|any|axfr|caa|cname|in|mx|ns|ptr|soa|srv|txt)$/i.test(text))
    .slice(0, 8)
    .flatMap((text) => hosts(clientHosts(text.replace(/^@/, '')))),
);

const openssl: Reader = ({ words }) => {
  const at = words.findIndex(({ text }) => text === '-connect');
  const target = at === -1 ? undefined : words[at + 1];
  return target === undefined ? [] : addressed([target]);
};

const database = withOptions({ short: 'hpPUudDnafcsS', long: ['--host'] }, ({ options }) =>
  options.flatMap((option) =>
    option.name === '-h' || option.name === '--host' ? hosts(clientHosts(valueText(option))) : [],
  ),
);

const CONTAINER = { short: 'cHl', long: ['--host', '--context', '--config', '--log-level'] };

/** `docker -H tcp://host`, and an image name's registry. */
const containers = withOptions(CONTAINER, ({ options, operands }) => {
  const daemons = options.flatMap((option) => {
    const text = option.name === '-H' || option.name === '--host' ? valueText(option) : '';
    return /^(?:unix|npipe|fd):/.test(text) ? [] : hosts(clientHosts(text));
  });
  const [verb, operand] = operands[0]?.text === 'image' ? operands.slice(1) : operands;
  if (operand === undefined || !/^(?:push|pull|login)$/.test(verb?.text ?? '')) return daemons;
  const text = markedText(operand);
  const [first = '', ...rest] = text.split('/');
  const isRegistry = verb?.text === 'login' || (rest.length > 0 && (/[.:]/.test(first) || first === 'localhost'));
  return isRegistry ? [...daemons, ...hosts(clientHosts(text), verb?.text === 'push')] : daemons;
});

const mail = withOptions({ short: 'abcfrsSAHieEFx' }, ({ operands }) =>
  operands.flatMap((word) => {
    const text = markedText(word);
    return text.includes('@') ? hosts([text.slice(text.lastIndexOf('@') + 1)], true) : [];
  }),
);

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    curl,
    'wget wget2': wget,
    'aria2c axel lynx w3m links ab wrk hey': firstOperands(1),
    'http https xh xhs': httpie,
    'ssh slogin rsh mosh autossh': ssh,
    'scp rsync': copy,
    sftp,
    sshfs: copy,
    'telnet ftp ssh-copy-id': firstOperands(1, 'bBeEiIkKlnopPSXx'),
    'nc ncat netcat': netcat,
    socat,
    'ping ping6 traceroute tracepath mtr whois': firstOperands(1, 'cCFfgGhiIlLmMnpPqQsStTwW'),
    nmap,
    'dig nslookup host drill': lookup,
    openssl,
    'psql pg_dump pg_restore mysql mysqldump mariadb redis-cli mongosh': database,
    'docker podman nerdctl': containers,
    'mail mailx mutt sendmail': mail,
  }).flatMap(([names, reader]) => names.split(' ').map((name) => [name, reader] as const)),
);
