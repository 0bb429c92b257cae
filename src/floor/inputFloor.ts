/**
 * For tools that are neither shell nor file editor: editor commands, settings by name, process environments. All texts
 * of an unknown tool count.
 */
import { isGuardedSetting } from './files/editorPlaces';
import type { FloorHit } from './files/fileFloor';
import { SETTINGS_VARIABLE } from './files/settingsVariable';
import { onlyReads } from '../calls/unknown/guessedTouches';
import type { JsonValue } from '../common/json';
import { isText } from '../calls/unknown/textFields';
import type { ToolCall } from '../calls/toolCall';
import { LOOKED_AT } from '../calls/unknown/lookedAt';
import {
  editorCommand,
  insertsGateCommand,
  isFileName,
  isMarketplaceId,
  opensGateAddress,
} from './commands/editorCommands';

const DOORS = 'Use the Auto Mode panel or its commands; only the user does that.';

interface Text {
  readonly key: string;
  readonly text: string;
}

interface InputTexts {
  readonly keys: readonly string[];
  readonly texts: readonly Text[];
}

export function inputFloor(call: ToolCall): FloorHit | undefined {
  const { keys, texts } = textsOf(call.input);
  const variable = keys.find((key) => key.toUpperCase() === SETTINGS_VARIABLE);
  if (variable !== undefined) return variableHit(variable);
  // Known tools have a row; an unknown one's reads are touches.
  if (call.understood) return undefined;
  const reads = onlyReads(call.tool);
  const isSetting = (name: string): boolean => isGuardedSetting(name) && (!COMMON.test(name) || SETS.test(call.tool));
  for (const { key, text } of texts) {
    // In a message, query or file a command's name runs nothing.
    if (isText(key)) continue;
    const command = editorCommand(text.trim(), reads);
    if (command !== undefined) return { ...command, fragment: text };
    if (!reads && insertsGateCommand(text)) return hit('gate-doors', 'run a command of Auto Mode', text, DOORS);
    if (opensGateAddress(text)) {
      return hit('gate-doors', 'open an address that runs a command of Auto Mode', text, DOORS);
    }
    if (reads) continue;
    if (NAMES.test(key) && text.toUpperCase() === SETTINGS_VARIABLE) return variableHit(text);
    if (SETTING_NAMES.test(key) && !isFileName(text) && isSetting(text)) return settingHit(text);
  }
  const setting = reads ? undefined : keys.find((key) => key.includes('.') && isSetting(key));
  return setting === undefined ? unknownExtension(call, texts) : settingHit(setting);
}

const NAMES = /^(?:name|key|variable|var|env)$/i;
const SETTING_NAMES = /^(?:name|key|setting|setting_?(?:id|name|key)|section|id|path|property|configuration)$/i;

/** Common words count only for tools that change settings. */
const COMMON = /^security(?!\.(?:workspace|allowedunc|restrictunc|promptfor))|yolo/i;
const SETS = /setting|config|preference|option/i;

function variableHit(fragment: string): FloorHit {
  return hit(
    'settings-variable',
    `set ${SETTINGS_VARIABLE}, which overrides the gate's settings`,
    fragment,
    'Set the variable yourself if you want it.',
  );
}

function settingHit(fragment: string): FloorHit {
  return hit(
    'editor-settings',
    "change settings of the gate, of agents' hooks or of their permissions",
    fragment,
    'Change the setting yourself in the Settings editor.',
  );
}

export function installsExtensionByTool(call: ToolCall): boolean {
  return !call.understood && installs(call.tool, textsOf(call.input).texts);
}

function installs(tool: string, texts: readonly Text[]): boolean {
  return (
    /install.*extension|extension.*install/i.test(tool) ||
    texts.some(({ text }) => /^workbench\.extensions\.installExtension$/i.test(text))
  );
}

function unknownExtension({ tool }: ToolCall, texts: readonly Text[]): FloorHit | undefined {
  if (!installs(tool, texts)) return undefined;
  const given = texts.find(
    ({ key, text }) =>
      /id|path|file|uri|location|vsix|^args$/i.test(key) && key !== 'commandId' && !isMarketplaceId(text),
  );
  if (given === undefined) return undefined;
  return hit(
    'editor-extensions',
    'install an extension from a file or folder',
    given.text,
    'Install, update or remove extensions yourself in the Extensions view.',
  );
}

function hit(check: string, what: string, fragment: string, remedy: string): FloorHit {
  return { check, reason: `The call would ${what}. That is out of an agent's reach.`, fragment, remedy };
}

function textsOf(input: JsonValue): InputTexts {
  const keys: string[] = [];
  const texts: Text[] = [];
  let left = LOOKED_AT.values;
  const visit = (value: JsonValue, key: string): void => {
    left -= 1;
    if (left < 0) return;
    if (typeof value === 'string') texts.push({ key, text: value.slice(0, LOOKED_AT.characters) });
    else if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) visit(item, key);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        keys.push(name);
        visit(item, name);
      }
    }
  };
  visit(input, '');
  return { keys, texts };
}
