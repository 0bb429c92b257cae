/** It weakens macOS, or opens its keychain or GnuPG's. */
import type { Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const SECURITY: CommandRule = {
  check: 'platform-security',
  remedy: 'Only the user changes the security settings of the machine.',
};

const KEYCHAIN: CommandRule = {
  check: 'keychain',
  remedy: 'Open, change or export a keychain yourself.',
};

/** Options of `security` may precede the verb. */
const VERB = '^(?:-[hilqvR]+ |-p \\S+ )*';
const OPENS_KEYCHAIN = new RegExp(
  `${VERB}(?:dump-keychain|unlock-keychain|delete-keychain|export|set-keychain-(?:settings|password)|set-key-partition-list|` +
    'set-generic-password-partition-list|set-internet-password-partition-list|delete-(?:generic-password|internet-password|' +
    'certificate|identity))(?: |$)',
);
/** Any program may use the imported key. */
const IMPORTS_OPENLY = new RegExp(`${VERB}import (?:.* )?-A(?: |$)`);

const OFF = '(?:0|no|false|off)';
const ON = '(?:1|yes|true|on)';
/** With these `defaults write` removes a protection. */
const WEAK_PREFERENCES = new RegExp(
  `(?:^| )(?:(?:LSQuarantine|askForPassword|globalstate|AutomaticCheckEnabled|CriticalUpdateInstall|ConfigDataInstall|` +
    `SecureKeyboardEntry|GKAutoRearm)(?: -(?:int|bool|integer|boolean))? ${OFF}|(?:DisableLibraryValidation|GuestEnabled|` +
    `DisableFDEAutoLogin)(?: -(?:int|bool|integer|boolean))? ${ON}|autoLoginUser .+)(?: |$)`,
  'i',
);
/** An administrator's policy for an editor or an agent. */
const POLICY_DOMAINS =
  /^(?:write|delete|import|rename) (?:\S*\/)?com\.(?:microsoft\.vscode\w*|vscodium|todesktop\.\w+|exafunction\.windsurf|anthropic\.claude\w*)(?:\.plist)?(?: |$)/i;

const WEAKENS: ReadonlyMap<string, RegExp> = new Map([
  [
    'security',
    new RegExp(
      `${VERB}(?:add-trusted-cert|remove-trusted-cert|trust-settings-import|authorizationdb (?:write|remove))(?: |$)`,
    ),
  ],
  [
    'spctl',
    /(?:^| )(?:--(?:master|global)-disable|--disable|--add|kext-consent (?:disable|add|remove)|developer-mode enable-terminal)(?: |$)/,
  ],
  ['csrutil', /^(?:disable|clear|netboot|(?:authenticated-root|enable --without\S*) ?(?:disable)?)/],
  ['fdesetup', /^(?:disable|removerecovery|remove)(?: |$)/],
  ['nvram', /(?:^| )(?:boot-args=|csr-active-config=|-c(?: |$))/],
  ['socketfilterfw', /(?:^| )--(?:setglobalstate off|setblockall off|add|unblockapp|setallowsigned(?:app)? on)(?: |$)/],
  ['systemsetup', /(?:^| )-set(?:remotelogin|remoteappleevents) (?:-f )?on(?: |$)/i],
  ['sysadminctl', /(?:^| )-(?:screenLock (?:off|\d+)|(?:smb)?guest(?:Account|Access) on|autologin set)(?: |$)/i],
  ['profiles', /^(?:install|-I|-i|remove|-R|-r|-D)(?: |$)/],
  ['tccutil', /^(?!reset(?: |$))./],
  ['bputil', /(?:^| )-(?:n|k|g|c|a)(?: |$)/],
]);

const SECRET_KEYS = /(?:^| )--(?:export-secret-(?:keys?|subkeys|ssh-key)|delete-secret(?:-and-public)?-keys?)(?: |$)/;

export function macSecurity({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const words = allWords(args);
  if (/^gpg2?$/.test(program) && SECRET_KEYS.test(words))
    return ruleHit(KEYCHAIN, 'export or delete secret keys', writtenCommand(command));
  if (program === 'security' && (OPENS_KEYCHAIN.test(words) || IMPORTS_OPENLY.test(words)))
    return ruleHit(KEYCHAIN, 'open, change or export a keychain', writtenCommand(command));
  const weakens = WEAKENS.get(program)?.test(words) === true || (program === 'defaults' && weakensPreferences(words));
  if (!weakens) return undefined;
  return ruleHit(SECURITY, 'switch off a check of the operating system', writtenCommand(command));
}

function weakensPreferences(words: string): boolean {
  const own = words.replace(/^(?:-currentHost |-host \S+ )*/, '');
  return POLICY_DOMAINS.test(own) || (own.startsWith('write ') && WEAK_PREFERENCES.test(own));
}

function allWords(args: readonly Word[]): string {
  return args.map(({ text }) => text ?? '?').join(' ');
}
