import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInstallation } from '../hooks/agentInstallation';
import { pluginAddress } from '../hooks/pluginEntry';
import { settingsInstallation } from '../hooks/settingsInstallation';
import { configStatus, connectConfig, disconnectConfig } from './configFile';
import type { FamilyMember } from './familyMember';
import { familyFolderProblems } from './folderPlugins';

export function familyDirectory({ folder }: FamilyMember, home: string, environment: NodeJS.ProcessEnv): string {
  const configured = environment['XDG_CONFIG_HOME'];
  return join(configured === undefined || configured === '' ? join(home, '.config') : configured, folder);
}

export function familyInstallation(member: FamilyMember, directory: string, launcherPath: string): AgentInstallation {
  const { id, schema, userFiles, newUserFile } = member;
  const address = pluginAddress(id, launcherPath);
  return settingsInstallation({
    agent: id,
    settingsPath: join(directory, userFiles.find((name) => existsSync(join(directory, name))) ?? newUserFile),
    directory,
    status: (text) => configStatus(text, address),
    connect: (text) => connectConfig(text, address, schema),
    disconnect: disconnectConfig,
    // The same window by the same token: only the agent can try the plugin.
    hookCommand: { form: 'program', program: launcherPath, args: [id] },
    folderProblems: (folders) => familyFolderProblems(member, folders, directory),
  });
}
