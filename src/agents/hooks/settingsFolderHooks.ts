/** What an opened folder's settings do to an agent's hooks, once trusted. */
import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import type { JsonObject } from '../../common/json';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { parseJsonText } from '../files/jsonTextEdit';
import type { FolderProblem } from './agentInstallation';
import { isJsonObject } from './hookPayload';

export interface FolderSettings {
  readonly agent: string;
  readonly agentName: string;
  /** Relative to a folder. */
  readonly file: string;
  /** What switches hooks off, as in the file. */
  readonly switchedOffBy: (settings: JsonObject) => string | undefined;
  /** Their hooks may replace a call's input. */
  readonly rewritingEvents: readonly string[];
}

type Finding = Pick<FolderProblem, 'kind' | 'sentence'>;

/** @param userSettings may also be a folder's file, if home is open */
export function settingsFolderProblems(
  known: FolderSettings,
  folders: readonly string[],
  userSettings: string,
): readonly FolderProblem[] {
  return folders.flatMap((folder) => {
    const root = foldersUpToRepository(folder).at(-1) ?? folder;
    return [...new Set([folder, root])]
      .map((place) => join(place, known.file))
      .filter((path) => path !== userSettings)
      .flatMap((path) => findings(known, path).map((finding) => ({ agent: known.agent, folder, path, ...finding })));
  });
}

function findings({ agentName, switchedOffBy, rewritingEvents }: FolderSettings, path: string): readonly Finding[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  const unreadable: Finding = {
    kind: 'switches-hooks-off',
    sentence: `Auto Mode cannot read these settings of ${agentName}, and they may switch its hooks off. Look at the file before you use ${agentName} here.`,
  };
  if (file.kind === 'unknown') return [unreadable];
  // Lenient: an agent that reads less does less.
  const root = parseJsonText(file.text.replace(/^\ufeff/, ''), 'lenient');
  if (!('type' in root)) return [];
  const settings: unknown = getNodeValue(root);
  if (!isJsonObject(settings)) return [];
  const off = switchedOffBy(settings);
  const { hooks } = settings;
  const rewrites =
    isJsonObject(hooks) &&
    rewritingEvents.some((event) => {
      const list = hooks[event];
      return list !== undefined && !(Array.isArray(list) && list.length === 0);
    });
  return [
    ...(off === undefined
      ? []
      : [
          {
            kind: 'switches-hooks-off',
            sentence: `These settings switch hooks off (${off}): where ${agentName} trusts this folder, it runs here without Auto Mode. Remove that line before you use ${agentName} here.`,
          } as const,
        ]),
    ...(rewrites
      ? [
          {
            kind: 'can-rewrite-calls',
            sentence: `These settings bring hooks of their own, which can change a call after Auto Mode has allowed it, where ${agentName} trusts this folder. Remove those that you do not know before you use ${agentName} here.`,
          } as const,
        ]
      : []),
  ];
}
