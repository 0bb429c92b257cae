import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { parseJsonText } from '../files/jsonTextEdit';
import { readSettingsFile } from '../files/settingsFile';
import type { AgentInstallation } from '../hooks/agentInstallation';
import { pluginAddress } from '../hooks/pluginEntry';
import { settingsInstallation, type SettingsText } from '../hooks/settingsInstallation';
import { PI } from './agentId';
import { excludedIn, piFolderProblems } from './folderExtensions';

export function piDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['PI_CODING_AGENT_DIR'];
  return configured === undefined || configured === '' ? join(home, '.pi', 'agent') : configured;
}

const FIRST_LINE =
  '// Auto Mode: pi asks before each tool call. Disconnect pi in VS Code rather than change this file.';
const NAME = 'auto-mode.js';

/** The file is ours. If what it names is missing, pi does not start. */
export function piInstallation(directory: string, launcherPath: string): AgentInstallation {
  const settingsPath = join(directory, 'extensions', NAME);
  const userSettings = join(directory, 'settings.json');
  const entry = `${FIRST_LINE}\nexport { default } from ${JSON.stringify(pluginAddress(PI, launcherPath))};\n`;
  const isOurs = (text: SettingsText): boolean => text?.startsWith(FIRST_LINE) === true;
  return settingsInstallation({
    agent: PI,
    settingsPath,
    directory,
    status(text) {
      if (text === undefined) return { state: 'not-connected' };
      if (text === entry) return { state: 'connected' };
      return isOurs(text) ? { state: 'outdated' } : { state: 'broken', reason: STRANGER };
    },
    connect(text) {
      if (text !== undefined && !isOurs(text)) return { kind: 'error', reason: STRANGER };
      return { kind: text === entry ? 'unchanged' : 'edited', text: entry };
    },
    disconnect: (text) => (isOurs(text) ? { kind: 'edited', text: undefined } : { kind: 'unchanged', text }),
    // The same window by the same token: only pi can try the extension.
    hookCommand: { form: 'program', program: launcherPath, args: [PI] },
    switchedOff: () =>
      isExcluded(readSettingsFile(userSettings) ?? '')
        ? `${userSettings}: The settings exclude extensions ("extensions"), and with them that of Auto Mode. Remove that entry to let Auto Mode check calls.`
        : undefined,
    folderProblems: (folders) => piFolderProblems(folders, directory),
  });
}

const STRANGER = 'This file is not of Auto Mode. Move it away, then connect pi again.';

function isExcluded(settings: string): boolean {
  const root = parseJsonText(settings, 'lenient');
  if (!('type' in root)) return false;
  return excludedIn(getNodeValue(root)).some((entry) => entry.includes('*') || entry.includes(NAME));
}
