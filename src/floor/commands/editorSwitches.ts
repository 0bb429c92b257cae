import { programName, writtenText, type Analysis } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { opensGateAddress } from './editorCommands';

const EXTENSIONS: CommandRule = {
  check: 'editor-extensions',
  remedy: 'Install, update or remove extensions yourself in the Extensions view.',
};

const WITHOUT_GATE: CommandRule = {
  check: 'editor-switches',
  remedy: 'Start the editor without these options, in the profile that the gate is in.',
};

const DOORS: CommandRule = {
  check: 'gate-doors',
  remedy: 'Use the Auto Mode panel or its commands; only the user does that.',
};

const EDITOR =
  /^(?:code|code-insiders|code-oss|code-tunnel|codium|codium-insiders|vscodium|vscodium-insiders|cursor|windsurf|windsurf-next|code-server|openvscode-server|trae|kiro|antigravity|positron)(?:\.cmd|\.exe)?$/;

/** On macOS; a path, or for `open`. */
const EDITOR_APPLICATION = /(?:visual studio code|vscodium|cursor|windsurf|code - insiders)[^/]*(?:\.app)?/i;

/** Of flatpak and macOS. */
const BUNDLE = /^com\.(?:visualstudio\.code|vscodium|microsoft\.vscode|todesktop\.|exafunction\.windsurf)/i;

const LOSES_EXTENSIONS = /^--(?:uninstall-extension|disable-extensions?)(?:=|$)/;
const OTHER_HOME =
  /^--(?:user-data-dir|extensions-dir|server-data-dir|profile|profile-temp|disable-workspace-trust|builtin-extensions-dir)(?:=|$)/;

/** An extension from a folder, or an extension debugger. */
const OTHER_CODE = /^--(?:extensionDevelopmentPath|extensionTestsPath|inspect-(?:brk-)?extensions)(?:=|$)/i;

const OTHER_HOME_VARIABLE = /^VSCODE_(?:PORTABLE|EXTENSIONS|APPDATA|AGENT_FOLDER)$/;

/** `publisher.name`, perhaps with `@version`; else a file or folder. */
const MARKETPLACE_ID = /^[a-z0-9][\w-]*\.[\w-]+(?:@[\w.+-]+)?$/i;

export function editorSwitches({ command, program, args, variables }: CheckedCommand): FloorHit | undefined {
  if (!EDITOR.test(program) && !STARTERS.has(program)) return undefined;
  const [name] = command.words.map(writtenText);
  const within = name !== undefined && /\.app\/+contents\/+macos\/+electron$/i.test(name) ? [name] : [];
  if (!startsEditor(program, [...within, ...args.map(writtenText)]))
    return opensDoor(program, args.map(writtenText), writtenCommand(command));
  const home = variables.find(({ name }) => OTHER_HOME_VARIABLE.test(name));
  if (home !== undefined) return ruleHit(WITHOUT_GATE, 'start the editor where the gate is not', `${home.name}=`);
  for (const [index, word] of args.entries()) {
    const text = writtenText(word);
    if (LOSES_EXTENSIONS.test(text)) {
      return ruleHit(EXTENSIONS, 'take extensions of the editor away', writtenCommand(command));
    }
    if (OTHER_CODE.test(text)) {
      return ruleHit(
        EXTENSIONS,
        "run other code beside the gate, in the editor's extension host",
        writtenCommand(command),
      );
    }
    if (OTHER_HOME.test(text)) {
      return ruleHit(WITHOUT_GATE, 'start the editor where the gate is not', writtenCommand(command));
    }
    if (text === '--install-extension' || text.startsWith('--install-extension=')) {
      const given = text.includes('=') ? { text: word.text?.slice(text.indexOf('=') + 1) } : args[index + 1];
      if (
        given?.text !== undefined &&
        (!MARKETPLACE_ID.test(given.text) || given.text.toLowerCase().endsWith('.vsix'))
      ) {
        return ruleHit(EXTENSIONS, 'install an extension from a file or folder', writtenCommand(command));
      }
    }
  }
  return opensDoor(program, args.map(writtenText), writtenCommand(command));
}

export function installsExtension({ commands }: Analysis): boolean {
  return commands.some(
    (command) =>
      startsEditor(programName(command) ?? '', command.words.slice(1).map(writtenText)) &&
      command.words.some((word) => /^--install-(?:builtin-)?extension(?:=|$)/.test(writtenText(word).slice(0, 64))),
  );
}

function startsEditor(program: string, texts: readonly string[]): boolean {
  if (EDITOR.test(program)) return true;
  return (
    (program === 'open' ||
      program === 'flatpak' ||
      program === 'snap' ||
      program === 'electron' ||
      program === 'Electron') &&
    texts.some(
      (text) =>
        EDITOR_APPLICATION.test(text.slice(0, 1_024)) ||
        EDITOR.test(text) ||
        /resources\/app\/?$/.test(text.slice(0, 1_024)) ||
        BUNDLE.test(text),
    )
  );
}

/** They start an application or open an address. */
const STARTERS: ReadonlySet<string> = new Set([
  ...['open', 'flatpak', 'snap', 'electron', 'Electron', 'xdg-open', 'gio', 'start', 'explorer.exe', 'wslview'],
]);

const OPENERS: ReadonlySet<string> = new Set(['open', 'xdg-open', 'gio', 'start', 'explorer.exe', 'wslview']);

/** An address that runs the gate's command. */
function opensDoor(program: string, texts: readonly string[], written: string): FloorHit | undefined {
  if (!EDITOR.test(program) && !OPENERS.has(program)) return undefined;
  const address = texts.some(
    (text, index) =>
      opensGateAddress(text.slice(0, 2_048)) || (texts[index - 1] === '--command' && /^auto-?mode\./i.test(text)),
  );
  return address ? ruleHit(DOORS, 'run a command of Auto Mode', written) : undefined;
}
