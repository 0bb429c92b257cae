import type { EffectiveConfiguration } from '../model/configuration';
import { dryRun, type DryRun } from './dryRun';
import type { FileSystem } from '../../files/fileSystem';
import type { CheckRequest } from '../../calls/request';

/** So all measurements ask the same. */
const HOME = '/home/dev';

export interface PaperCall {
  readonly request: CheckRequest;
  readonly workspaceFolder: string;
}

/**
 * See `dryRun`.
 * @param files the machine's whole disk
 * @param configuration except its workspace folders
 */
export function dryRunOnPaper(
  { request, workspaceFolder }: PaperCall,
  files: FileSystem,
  configuration: EffectiveConfiguration,
): DryRun {
  const here = { ...configuration, workspaceFolders: [workspaceFolder] };
  return dryRun(
    request,
    {
      machine: {
        platform: 'linux',
        homeDirectory: HOME,
        loginShell: 'bash',
        gatePaths: [`${HOME}/.auto-mode`],
        secretGatePaths: [`${HOME}/.auto-mode/token`],
      },
      files,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      redact: (text) => text,
      configurationFor: () => here,
      memory: { livingShellChanged: () => false, ignoresEntry: () => false },
      writes: { wrote: () => false, lastWrite: () => undefined },
    },
    'unanswered',
  );
}
