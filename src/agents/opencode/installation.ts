import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInstallation } from '../hooks/agentInstallation';
import { pluginAddress } from '../hooks/pluginEntry';
import { settingsInstallation } from '../hooks/settingsInstallation';
import { configStatus, connectConfig, disconnectConfig } from './configFile';
import { opencodeFolderProblems } from './folderPlugins';
import { OPENCODE } from './agentId';

export function opencodeDirectory(home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['XDG_CONFIG_HOME'];
  return join(configured === undefined || configured === '' ? join(home, '.config') : configured, 'opencode');
}

export function opencodeInstallation(directory: string, launcherPath: string): AgentInstallation {
  const address = pluginAddress(OPENCODE, launcherPath);
  // It is read last.
  const commented = join(directory, 'opencode.jsonc');
  return settingsInstallation({
    agent: OPENCODE,
    settingsPath: existsSync(commented) ? commented : join(directory, 'opencode.json'),
    directory,
    status: (text) => configStatus(text, address),
    connect: (text) => connectConfig(text, address),
    disconnect: disconnectConfig,
    // The same window by the same token: what the plugin does inside opencode only opencode can try.
    hookCommand: { form: 'program', program: launcherPath, args: [OPENCODE] },
    folderProblems: (folders) => opencodeFolderProblems(folders, directory),
  });
}
