import { joinPath } from '../pathText';
import { ConfigFiles, type GitPlace } from './configFiles';
import type { GitConfigSetting } from './gitConfigText';

/** Builds of git look for the machine's in these. */
const OF_MACHINE = [
  '/etc/gitconfig',
  '/usr/etc/gitconfig',
  '/usr/local/etc/gitconfig',
  '/usr/local/git/etc/gitconfig',
  '/opt/homebrew/etc/gitconfig',
  '/opt/local/etc/gitconfig',
  '/home/linuxbrew/.linuxbrew/etc/gitconfig',
  '/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig',
  '/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig',
];

/** Or why they are unreliable, to end a sentence. */
export function userGitSettings(place: GitPlace): readonly GitConfigSetting[] | string {
  const { homeDirectory, platform } = place.machine;
  const below = (...names: readonly string[]): string =>
    names.reduce((path, name) => joinPath(path, name, platform), homeDirectory);
  const config = new ConfigFiles(place);
  for (const file of [...OF_MACHINE, below('.gitconfig'), below('.config', 'git', 'config')]) {
    const why = config.collect(file, true);
    if (why !== undefined) return why;
  }
  return config.settings;
}
