import { basename } from 'node:path';
import { HOLDING_BACK } from '../../config/sources';
import type { RuleSource } from '../../rules/ruleSource';
import { RULE_SECTIONS, type RulePlace, type RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { Place, RuleList } from './ruleLists';

const FOLDER = 'folder:';
const MAX_NAME = 60;

export interface NamedPlace extends RulePlace {
  readonly place: Place;
}

export function rulePlaces(folders: readonly string[], hasWorkspace: boolean): readonly NamedPlace[] {
  const name = (folder: string): string =>
    folders.length === 1
      ? t('This folder alone')
      : t('Folder {name} alone', { name: shortLine(basename(folder) || folder, MAX_NAME) });
  return [
    { id: 'user', kind: 'user', label: t('User settings'), place: { kind: 'user' } },
    ...folders.map((folder) => ({
      id: placeId({ kind: 'folder', folder }),
      kind: 'folder' as const,
      label: name(folder),
      place: { kind: 'folder', folder } as const,
    })),
    ...(hasWorkspace
      ? [{ id: 'workspace', kind: 'workspace', label: t('Workspace settings'), place: { kind: 'workspace' } } as const]
      : []),
  ];
}

export function placeId(place: Place): string {
  return place.kind === 'folder' ? FOLDER + place.folder : place.kind;
}

export function isInPlace(section: RuleSection, { kind }: Place, { raw }: Pick<RuleList, 'raw'>): boolean {
  return kind === 'folder' && raw !== undefined && !HOLDING_BACK.has(section);
}

export function mayBeAt(section: RuleSection, { kind }: Place): boolean {
  return kind !== 'workspace' || HOLDING_BACK.has(section);
}

export function sourceOf({ kind }: Place): RuleSource {
  return kind;
}

export function relatedSections(section: RuleSection): readonly RuleSection[] {
  const [group] = section.split('.', 1);
  return RULE_SECTIONS.filter((other) => other !== section && other.startsWith(`${group ?? ''}.`));
}
