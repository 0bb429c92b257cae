import type { JsonObject } from '../../common/json';
import type { AgentInstallation, HookCommand } from './agentInstallation';
import { connectHookFile, disconnectHookFile, hookFileStatus, type HookFileForm } from './hookFile';
import { settingsInstallation, type SettingsPlace } from './settingsInstallation';

type Elsewhere = 'agent' | 'settingsPath' | 'directory' | 'switchedOff' | 'folderProblems';

export interface HookFilePlace extends Pick<SettingsPlace, Elsewhere> {
  readonly form: HookFileForm;
  readonly launcherPath: string;
}

export function hookFileInstallation({ form, launcherPath, ...place }: HookFilePlace): AgentInstallation {
  return settingsInstallation({
    ...place,
    status: (text) => hookFileStatus(form, text, launcherPath),
    connect: (text) => connectHookFile(form, text, launcherPath),
    disconnect: (text) => disconnectHookFile(form, text),
    hookCommand: callHook(form.items(launcherPath)),
  });
}

function callHook(items: Readonly<Record<string, JsonObject>>): HookCommand | undefined {
  const [item] = Object.values(items);
  const [hook] = item === undefined ? [] : ((item['hooks'] as readonly JsonObject[] | undefined) ?? [item]);
  const { command, args } = hook ?? {};
  if (typeof command !== 'string') return undefined;
  return Array.isArray(args)
    ? { form: 'program', program: command, args: args.map(String) }
    : { form: 'shell', line: command };
}
