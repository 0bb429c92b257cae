/** Programs of macOS. What prints secrets or starts things is in no table. */
import { table } from '../../../common/table';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../../model/commandTable';
import { makeWord, type Word } from '../../model/analysis';
import { does, doesEach, options, reads, readsEach } from '../../model/tableNotation';
import { optionUses, usesOf } from '../../model/pathOperands';
import { macAttributesChanged } from '../fileChanges';
import { WRAPPERS } from '../wrappers';

function first({ operands: [word] }: CommandCall): string | undefined {
  return word?.text;
}

function only(names: string, why: string): NonNullable<CommandSpec['objection']> {
  const known = new Set(names.split(' '));
  return ({ operands }) =>
    operands.length > 0 && operands.every(({ text }) => known.has(text ?? '')) ? undefined : why;
}

function withoutOperands({ operands, specs: [spec] }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : `${spec?.names[0] ?? ''} with operands does more`;
}

/** A query also searches contents, by default everywhere. */
function indexObjection(call: CommandCall): string | undefined {
  const names = hasOption(call, '-name') && call.operands.length === 0;
  return names || hasOption(call, '-onlyin') ? undefined : 'mdfind searches the contents of all files';
}

function indexUses(call: CommandCall): readonly PathUse[] {
  const names = hasOption(call, '-name') && call.operands.length === 0;
  return optionUses(call).map((use) => (names ? use : { ...use, action: 'search', includeHidden: true }));
}

/** Others show logs and profiles' payloads. */
const FACTS_OF_MACHINE =
  'SPSoftwareDataType SPHardwareDataType SPDisplaysDataType SPMemoryDataType SPStorageDataType SPUSBDataType ' +
  'SPAudioDataType SPPowerDataType SPNVMeDataType SPSerialATADataType SPThunderboltDataType SPPCIDataType ' +
  'SPCameraDataType SPDeveloperToolsDataType SPApplicationsDataType SPBluetoothDataType';

const POWER_FACTS = new Set('batt custom live cap sched ps assertions therm stats systemstate'.split(' '));

function powerObjection({ operands }: CommandCall): string | undefined {
  const [verb, fact, ...others] = operands;
  const asks = verb?.text === '-g' && others.length === 0 && (fact === undefined || POWER_FACTS.has(fact.text ?? ''));
  return asks ? undefined : 'this form of pmset may change settings';
}

const NETWORK_FACTS =
  /^-(?:listallhardwareports|listallnetworkservices|listnetworkserviceorder|listlocations|getcurrentlocation|getinfo|getdnsservers|getsearchdomains|getairportnetwork|getmacaddress|getcomputername|getMTU)$/;

function networkObjection({ operands }: CommandCall): string | undefined {
  const asks = operands.length < 3 && NETWORK_FACTS.test(operands[0]?.text ?? '');
  return asks ? undefined : 'this form of networksetup may change settings';
}

const NAMES_OF_MACHINE = new Set(['ComputerName', 'LocalHostName', 'HostName']);

/** Without options its input holds commands. */
function systemConfigurationObjection(call: CommandCall): string | undefined {
  if (call.operands.length > 0) return 'scutil with operands does more';
  const name = call.options.find(({ spec }) => spec.names.includes('--get'))?.value?.word.text;
  if (name !== undefined) return NAMES_OF_MACHINE.has(name) ? undefined : `scutil --get ${name} is in no table`;
  return hasOption(call, '--dns') || hasOption(call, '--nwi') ? undefined : 'scutil takes commands from its input';
}

const ACCOUNT_FACTS = new Set('UserShell NFSHomeDirectory UniqueID PrimaryGroupID RealName GroupMembership'.split(' '));

/** `dscl. -list /Users`. Other keys hold hints and hashes. */
function directoryObjection({ operands }: CommandCall): string | undefined {
  const [node, verb, path, ...keys] = operands.map(({ text }) => text ?? '');
  const isHere = node === '.' && /^\/(?:Users|Groups)(?:\/[\w.-]+)?$/.test(path ?? '');
  const lists = /^-?(?:list|ls)$/.test(verb ?? '') && keys.length < 2;
  const asks = /^-?(?:read|cat)$/.test(verb ?? '') && keys.length > 0;
  const known = keys.every((key) => ACCOUNT_FACTS.has(key));
  return isHere && known && (lists || asks) ? undefined : 'this form of dscl may change accounts or show secrets';
}

/** They say where a file came from. */
function attributeUses(call: CommandCall): readonly PathUse[] {
  return macAttributesChanged(call).map((use) => (use.action === 'list' ? { ...use, action: 'read' } : use));
}

interface PropertyCall {
  readonly reads: boolean;
  readonly files: readonly Word[];
}

const PROPERTY_VALUES: Readonly<Record<string, number>> = table({
  '-p': 0,
  '-lint': 0,
  '-convert': 1,
  '-extract': 2,
  '-type': 1,
  '-replace': 3,
  '-insert': 3,
  '-remove': 1,
  '-create': 1,
});

/** Without `-o` it writes the file itself: `plutil -convert json -o - file`. */
function propertyCall({ operands: [verb, ...words] }: CommandCall): PropertyCall {
  const values = PROPERTY_VALUES[verb?.text ?? ''];
  if (values === undefined) return { reads: false, files: [verb, ...words].filter((word) => word !== undefined) };
  const rest = words.slice(values);
  const divider = rest.findIndex(({ text }) => text === '--');
  const named = divider === -1 ? [] : rest.slice(divider + 1);
  const given = divider === -1 ? rest : rest.slice(0, divider);
  const printed = given.findIndex((word, index) => word.text === '-' && given[index - 1]?.text === '-o');
  const files = [...given.filter((word, index) => word.text?.startsWith('-') !== true && index !== printed), ...named];
  const asks = verb?.text === '-p' || verb?.text === '-lint' || verb?.text === '-type';
  const converts = (verb?.text === '-convert' || verb?.text === '-extract') && printed !== -1;
  const isPlain =
    named.every(({ text }) => text !== undefined) &&
    given.every(({ text }) => text !== undefined && (!text.startsWith('-') || /^-(?:s|r|n|o)?$/.test(text)));
  const writes = given.filter(({ text }) => text === '-o').length;
  return { reads: isPlain && (asks ? writes === 0 : converts && writes === 1), files };
}

function propertyObjection(call: CommandCall): string | undefined {
  return propertyCall(call).reads ? undefined : 'this form of plutil may write its file';
}

function propertyUses(call: CommandCall): readonly PathUse[] {
  const { reads: onlyReads, files } = propertyCall(call);
  return usesOf(files, onlyReads ? 'read' : 'in-place');
}

/** `.plist` may be missing; a domain is a file in the user's preferences. */
function preferenceFiles(word: Word): readonly Word[] {
  const [start] = word.pieces;
  const isPath = start?.kind !== 'text' || /^[/~.]/.test(start.text);
  const pieces = isPath ? word.pieces : [{ kind: 'text', text: '~/Library/Preferences/' } as const, ...word.pieces];
  const named = makeWord([...pieces, { kind: 'text', text: '.plist' }], word.raw, word.position);
  return isPath ? [word, named] : [named];
}

function preferenceUses(action: 'read' | 'in-place'): NonNullable<CommandSpec['paths']> {
  return ({ operands: [domain] }) => (domain === undefined ? [] : usesOf(preferenceFiles(domain), action));
}

const PREFERENCES: readonly CommandSpec[] = [
  ...doesEach('read read-type', [], { style: 'words', paths: preferenceUses('read') }),
  ...doesEach('write rename delete remove', [], { style: 'words', paths: preferenceUses('in-place') }),
  does('import', [], {
    style: 'words',
    paths: ({ operands: [domain, file] }) => [
      ...(domain === undefined ? [] : usesOf(preferenceFiles(domain), 'in-place')),
      ...(file === undefined ? [] : usesOf([file], 'read')),
    ],
  }),
  does('export', [], {
    style: 'words',
    paths: ({ operands: [domain, file] }) => [
      ...(domain === undefined ? [] : usesOf(preferenceFiles(domain), 'read')),
      ...(file === undefined ? [] : usesOf([file], 'overwrite')),
    ],
  }),
  ...readsEach('domains'),
];

/** Tools of the developer folder, else of the PATH. */
function developerToolObjection({ options: given }: CommandCall): string | undefined {
  const other = given.find(
    ({ spec, value }) =>
      spec.names.includes('--sdk') && !/^[a-z]+[\d.]*$/.test(value?.word.text?.slice(value.from) ?? ''),
  );
  return other === undefined ? undefined : 'xcrun --sdk with a path may run what is there';
}

/** What they run is judged by itself; alone `caffeinate` would hold the machine awake. */
const MAC_WRAPPERS: readonly CommandSpec[] = WRAPPERS.flatMap((spec): CommandSpec[] => {
  if (spec.names.includes('xcrun')) {
    return [
      {
        ...spec,
        readOnly: true,
        objection: developerToolObjection,
        variables: ['DEVELOPER_DIR', 'SDKROOT', 'TOOLCHAINS', 'xcrun_*'],
      },
    ];
  }
  if (!spec.names.includes('caffeinate')) return [];
  return [
    {
      ...spec,
      readOnly: true,
      objection: ({ operands }) => (operands.length > 0 ? undefined : 'caffeinate alone keeps the machine awake'),
    },
  ];
});

export const MAC_PROGRAMS: readonly CommandSpec[] = [
  ...MAC_WRAPPERS,
  reads('mdfind', options('-onlyin=list -name= -count -0 -literal -interpret'), {
    style: 'long',
    objection: indexObjection,
    paths: indexUses,
  }),
  reads('mdls', options('-name= -raw -nullMarker=', '-plist=overwrite!'), { style: 'long', operands: 'read' }),
  reads('xattr', options('-l -p -v -x -r -s -h|--help -w! -d! -c!'), { paths: attributeUses }),
  reads('system_profiler', options('-json -xml -detailLevel= -timeout='), {
    style: 'long',
    objection: only(FACTS_OF_MACHINE, 'system_profiler may show logs and profiles'),
  }),
  reads('diskutil', [], {
    subcommands: [
      reads('list', options('-plist'), {
        style: 'long',
        objection: (call) =>
          call.operands.every(({ text }) =>
            /^(?:internal|external|physical|virtual|(?:\/dev\/)?disk\d+)$/.test(text ?? ''),
          )
            ? undefined
            : 'it is no form that only lists',
      }),
      reads('info', options('-plist -all'), { style: 'long', operands: 'list' }),
      reads('listFilesystems', options('-plist'), { style: 'long' }),
      reads('apfs', [], {
        subcommands: [reads('list', options('-plist'), { style: 'long' })],
        objection: (call) => (call.specs.length > 2 ? undefined : 'it is no form that only lists'),
      }),
    ],
    objection: ({ specs }) => (specs.length > 1 ? undefined : 'it is no form that only lists'),
  }),
  reads('csrutil', [], {
    subcommands: [
      reads('status'),
      reads('authenticated-root', [], {
        objection: (call) => (first(call) === 'status' && call.operands.length === 1 ? undefined : 'it is no question'),
      }),
    ],
    objection: ({ specs }) => (specs.length > 1 ? undefined : 'it is no question'),
  }),
  reads('spctl', options('--status'), {
    style: 'long',
    objection: (call) =>
      hasOption(call, '--status') && call.operands.length === 0 ? undefined : 'this form of spctl is no question',
  }),
  reads('scutil', options('--get= --dns --nwi'), { style: 'long', objection: systemConfigurationObjection }),
  reads('networksetup', [], { style: 'words', objection: networkObjection }),
  reads('pmset', [], { style: 'words', objection: powerObjection }),
  reads('dscl', [], { style: 'words', objection: directoryObjection }),
  reads('plutil', [], { style: 'words', objection: propertyObjection, paths: propertyUses }),
  does('defaults', options('-currentHost -host='), { style: 'long', subcommands: PREFERENCES }),
  does('PlistBuddy', options('-x -h -c='), {
    style: 'long',
    paths: ({ operands, options: given }) => {
      const commands = given.filter(({ name }) => name === '-c').map(({ value }) => value?.word.text ?? '');
      const prints = commands.length > 0 && commands.every((text) => /^\s*print\b/i.test(text));
      return usesOf(operands, prints ? 'read' : 'in-place');
    },
  }),
  does('security', options('-v -q -l -i -p= -h'), {
    subcommands: [
      ...readsEach('list-keychains default-keychain login-keychain', options('-d='), { objection: withoutOperands }),
      reads('find-identity', options('-v -p= -s='), { objection: withoutOperands }),
    ],
  }),
  // A service's description holds its environment.
  does('launchctl', [], {
    subcommands: [
      reads('list', [], { objection: withoutOperands }),
      reads('print-disabled', [], { operands: 'text' }),
      ...readsEach('version managerpid manageruid managername help', [], { objection: withoutOperands }),
      reads('error', [], { operands: 'text' }),
      ...doesEach('load unload bootstrap bootout enable disable kickstart kill start stop remove setenv submit'),
    ],
  }),
  reads('xcodebuild', options('-version -showsdks -json'), {
    style: 'long',
    objection: (call) =>
      (hasOption(call, '-version') || hasOption(call, '-showsdks')) && call.operands.length === 0
        ? undefined
        : 'xcodebuild builds the project',
    variables: ['DEVELOPER_DIR', 'TOOLCHAINS'],
  }),
  reads('xcode-select', options('-p|--print-path -v|--version'), {
    objection: (call) => (call.options.length > 0 ? withoutOperands(call) : 'it is no question'),
    variables: ['DEVELOPER_DIR'],
  }),
];
