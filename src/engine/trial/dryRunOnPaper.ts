import type { EffectiveConfiguration } from '../model/configuration';
import { dryRun, type DryRun } from './dryRun';
import type { FileSystem } from '../../files/fileSystem';
import type { CheckRequest } from '../../calls/request';

/** The same on every machine, so that two people who measure a model put the same questions. */
const HOME = '/home/dev';

/** A call that was made up, or that happened elsewhere. */
export interface PaperCall {
  readonly request: CheckRequest;
  /** The open workspace. */
  readonly workspaceFolder: string;
}

/**
 * What the classifier would be asked about a call on a made-up machine; see `dryRun`. Nobody can be asked there.
 * @param files the whole disk of that machine
 * @param configuration what holds there, but for its workspace folders
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
      // A dry run shows and logs nothing.
      redact: (text) => text,
      configurationFor: () => here,
      memory: { livingShellChanged: () => false, ignoresEntry: () => false },
      writes: { wrote: () => false },
    },
    'unanswered',
  );
}
