import type { FloorHit } from '../files/fileFloor';

interface DangerousCommands {
  readonly ids: RegExp;
  readonly check: string;
  /** Ends "The call would ...". */
  readonly what: string;
  readonly remedy: string;
}

const DANGEROUS: readonly DangerousCommands[] = [
  {
    ids: /^auto-?mode\.\w|^workbench\.(?:view\.extension|action\.\w+)\.auto-?mode/i,
    check: 'gate-doors',
    what: 'run a command of Auto Mode',
    remedy: 'Use the Auto Mode panel or its commands; only the user does that.',
  },
  {
    ids: /^(?:_?workbench\.extensions?\.(?:action\.|command\.)?\w*(?:uninstall|disable|vsix|location|local|unpacked|folder)\w*|workbench\.extensions\.\w*\.(?:disable|uninstall)\w*|extension\.bisect\.\w+|workbench\.action\.reloadWindowWithExtensionsDisabled)/i,
    check: 'editor-extensions',
    what: 'take extensions of the editor away or install one from a file',
    remedy: 'Install, update or remove extensions yourself in the Extensions view.',
  },
  {
    ids: /^workbench\.action\.(?:reloadWindow|restartExtensionHost|quit|closeWindow|closeAllWindows|switchRemote|remote\.close)$|^workbench\.action\.debug\.extensionHost/i,
    check: 'editor-signal',
    what: 'end the editor or its extension host, and the gate with it',
    remedy: 'Ask the user to close or reload the window.',
  },
  {
    ids: /^workbench\.(?:trust\.|profiles?\.|action\.(?:profiles\.|manageTrust|manageTrustedDomain)|userDataSync\.)/i,
    check: 'editor-switches',
    what: "change the workspace's trust, the profile or what is synchronised",
    remedy: 'Change trust, profiles and settings sync yourself.',
  },
  {
    ids: /^[\w.-]*(?:autoApprov|auto_approv|bypassPermission|(?:toggle|enable|set|start|run)_?yolo|yolo_?mode|skipPermission|trustFolder|trustServer)\w*$/i,
    check: 'agent-permissions',
    what: "switch an agent's questions to the user off",
    remedy: 'Change these settings yourself.',
  },
];

const MAX_ID_CHARACTERS = 200;

/**
 * A command's id, alone or behind `command:`.
 * @param reads a bare id is only searched for
 */
export function editorCommand(text: string, reads: boolean): FloorHit | undefined {
  const [, scheme, id] = /^(command:)?([\w.-]+)(?:\?|$)/i.exec(text.slice(0, MAX_ID_CHARACTERS)) ?? [];
  if (id === undefined || !id.includes('.') || (reads && scheme === undefined)) return undefined;
  if (scheme === undefined && isFileName(id)) return undefined;
  const found = DANGEROUS.find(({ ids }) => ids.test(id));
  if (found === undefined) return undefined;
  const { check, what, remedy } = found;
  return { check, reason: `The call would ${what}. That is out of an agent's reach.`, fragment: text, remedy };
}

export function isFileName(text: string): boolean {
  return FILE_ENDING.test(text.slice(-16));
}

const FILE_ENDING =
  /\.(?:md|mdx|txt|rst|json|jsonc|jsonl|tsx?|jsx?|[cm][tj]s|py|go|rs|rb|java|kt|cs|php|sh|html?|s?css|ya?ml|toml|ini|log|csv|xml|lock|svg|png|pt)$/i;

/** In a task `${command:...}` inserts a command's result. */
export function insertsGateCommand(text: string): boolean {
  return /\$\{\s{0,9}command:\s{0,9}auto-?mode\./i.test(text);
}

/** With any escapes; a web page only if it leads there. */
export function opensGateAddress(text: string): boolean {
  const address = text.trim();
  if (!/^[\w+.-]+:/.test(address) || /\s/.test(address)) return false;
  const plain = unescapedAddress(unescapedAddress(address));
  if (/^(?:https?|wss?|ftp|file):/i.test(plain)) return sendsToGate(plain);
  return /^(?:command:|[\w+.-]+:\/\/).{0,400}?auto-?mode[./]/is.test(plain);
}

function sendsToGate(address: string): boolean {
  return /(?:command:|[\w+.-]:\/\/)auto-?mode[./]/i.test(address.replaceAll(/(?:https?|wss?|ftp|file):\/\//gi, ''));
}

function unescapedAddress(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `publisher.name`, perhaps with `@version`; else a file or folder. */
export function isMarketplaceId(text: string): boolean {
  return /^[a-z0-9][\w-]*\.[\w-]+(?:@[\w.+-]+)?$/i.test(text) && !/\.vsix$/i.test(text);
}
