import { builtInEntries } from '../../config/defaultRules';
import type { EffectiveSettings } from '../../config/sources';
import { RULE_SECTIONS, type PlacedRules, type RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { hasBuiltIn } from './ruleDraft';
import type { RuleList, RuleLists } from './ruleLists';
import { mayBeAt, relatedSections, rulePlaces, isInPlace, type NamedPlace } from './rulePlaces';

export interface EditableRulesParts {
  readonly lists: Pick<RuleLists, 'read'>;
  readonly settings: {
    window(): EffectiveSettings;
    folders(): readonly { readonly folder: string; readonly settings: EffectiveSettings }[];
  };
  readonly openFolders: () => readonly string[];
  readonly hasWorkspace: () => boolean;
  readonly sectionNames: Readonly<Record<RuleSection, string>>;
}

export interface CurrentRules {
  readonly place: NamedPlace;
  readonly list: RuleList;
  readonly builtIn: readonly string[];
}

export interface NamedList {
  readonly section: RuleSection;
  readonly place: NamedPlace;
  readonly list: RuleList;
}

export interface ViewedList extends NamedList {
  readonly effective: EffectiveSettings;
  readonly lists: readonly NamedList[];
  readonly destinations: PlacedRules['destinations'];
}

export class EditableRules {
  constructor(private readonly parts: EditableRulesParts) {}

  places(): readonly NamedPlace[] {
    const { openFolders, hasWorkspace } = this.parts;
    return rulePlaces(openFolders(), hasWorkspace());
  }

  /** @returns the user's settings for an unknown id */
  placeOf(id: string): NamedPlace {
    return (
      this.places().find((place) => place.id === id) ?? {
        id: 'user',
        kind: 'user',
        label: t('User settings'),
        place: { kind: 'user' },
      }
    );
  }

  #placesFor(section: RuleSection): readonly NamedPlace[] {
    return this.places().filter(({ place }) => mayBeAt(section, place));
  }

  /** @returns undefined: no such list there */
  current(section: RuleSection, id: string): CurrentRules | undefined {
    const place = this.#placesFor(section).find((one) => one.id === id);
    if (place === undefined) return undefined;
    const builtIn = hasBuiltIn(section) ? builtInEntries(section, this.#effective(place).defaultBranchPush) : [];
    return { place, list: this.parts.lists.read(section, place.place), builtIn };
  }

  /** Each section at each possible place. */
  lists(): readonly NamedList[] {
    return this.#listsIn(this.places());
  }

  views(section: RuleSection, lists: readonly NamedList[]): readonly ViewedList[] {
    return lists
      .filter((one) => one.section === section)
      .map((one) => ({
        ...one,
        effective: this.#effective(one.place),
        lists,
        destinations: this.#destinations(section, one.place.id),
      }));
  }

  /** The window's and each folder's. */
  effective(): readonly EffectiveSettings[] {
    const { settings } = this.parts;
    return [settings.window(), ...settings.folders().map((folder) => folder.settings)];
  }

  #destinations(section: RuleSection, id: string): PlacedRules['destinations'] {
    const { sectionNames } = this.parts;
    const places = this.#placesFor(section);
    const here = places.find((place) => place.id === id)?.place;
    return [
      ...(here === undefined ? [] : relatedSections(section).filter((other) => mayBeAt(other, here))).map((other) => ({
        section: other,
        place: id,
        label: sectionNames[other],
      })),
      ...places.filter((place) => place.id !== id).map((place) => ({ section, place: place.id, label: place.label })),
    ];
  }

  /** They replace another list there. */
  folderLists(): readonly NamedList[] {
    const folders = this.places().filter(({ place }) => place.kind === 'folder');
    return this.#listsIn(folders).filter(({ section, place, list }) => isInPlace(section, place.place, list));
  }

  #listsIn(places: readonly NamedPlace[]): readonly NamedList[] {
    return places.flatMap((place) =>
      RULE_SECTIONS.filter((section) => mayBeAt(section, place.place)).map((section) => ({
        section,
        place,
        list: this.parts.lists.read(section, place.place),
      })),
    );
  }

  #effective({ place }: NamedPlace): EffectiveSettings {
    const { settings } = this.parts;
    const own = place.kind === 'folder' ? settings.folders().find(({ folder }) => folder === place.folder) : undefined;
    return own?.settings ?? settings.window();
  }
}
