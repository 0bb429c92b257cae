import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uiTexts } from './uiTexts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BUNDLES = join(ROOT, 'media', 'l10n');

/** Commands and calls that stand as an example in a field: the same in every language. */
const EXAMPLES: ReadonlySet<string> = new Set([
  'git status && rm -rf build',
  '{"tool": "bash", "input": {"command": "git push"}, "cwd": "/path/of/the/project"}',
]);

/** The smallest part of an English text that would tell that it was left as it is: two words of letters. */
const TWO_WORDS = /[a-z]{3} [a-z]{3}/i;
/** Names of more than one word. */
const NAMES: ReadonlySet<string> = new Set([
  'Auto Mode',
  'Auto Mode: {mode}',
  'Auto Mode: {problem}',
  'Auto Mode, {0}:',
]);

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** What the code fills in, what the editor makes a link or a name of, and paragraphs: a translation must keep all of it. */
function parts(text: string): string[] {
  return (text.match(/\{\w+\}|`[^`]*`|#[\w.]+#|\]\([^)]*\)|\$defaults|autoMode\.[\w.]+|[A-Z]+_[A-Z_]+|\n/g) ?? [])
    .filter((part) => !part.startsWith('`Auto Mode: '))
    .sort();
}

function sound(english: string, translated: string | undefined): string | undefined {
  if (translated === undefined || translated.trim() === '') return `missing: ${JSON.stringify(english)}`;
  const [wanted, found] = [parts(english), parts(translated)];
  return JSON.stringify(wanted) === JSON.stringify(found)
    ? undefined
    : `${JSON.stringify(english)}: ${wanted.join(' ')} has become ${found.join(' ')}`;
}

/** Ends with the same kind of mark: a sentence stays one, and `...` goes on promising a dialog. */
function ending(text: string): string {
  return /(?:\.{3}|…|[.:?!])?$/.exec(text)![0];
}

describe('translations', () => {
  const { texts, computed, untranslated } = uiTexts();

  it('are asked for by a text that stands in the code', () => {
    assert.ok(texts.size > 400, 'the texts were not found');
    assert.deepEqual(computed, []);
  });

  it('are asked for whatever the editor shows', () => {
    assert.deepEqual(
      untranslated.filter((place) => !EXAMPLES.has(place.replace(/^\S+ /, ''))),
      [],
    );
  });

  const languages = readdirSync(BUNDLES).map(
    (name) => /^bundle\.l10n\.(?<language>[\w-]+)\.json$/.exec(name)?.groups?.['language'],
  );

  it('are there in one more language than English', () => {
    assert.ok(languages.includes('de'));
  });

  for (const language of languages) {
    assert.ok(language !== undefined, 'a file in media/l10n that the editor does not read');
    describe(language, () => {
      const bundle = read(join(BUNDLES, `bundle.l10n.${language}.json`));
      const manifest = read(join(ROOT, `package.nls.${language}.json`));
      const english = read(join(ROOT, 'package.nls.json'));

      it('holds every text of the code, with all that is filled in', () => {
        assert.deepEqual(
          [...texts].flatMap((text) => sound(text, bundle[text]) ?? []),
          [],
        );
      });

      it('holds nothing that the code does not ask for', () => {
        assert.deepEqual(
          Object.keys(bundle).filter((text) => !texts.has(text)),
          [],
        );
      });

      it('has its texts in order, so that two changes rarely meet', () => {
        assert.deepEqual(Object.keys(bundle), Object.keys(bundle).sort());
      });

      it('holds every text of the manifest, with all names and links, and nothing else', () => {
        assert.deepEqual(Object.keys(manifest).sort(), Object.keys(english).sort());
        assert.deepEqual(
          Object.entries(english).flatMap(([key, text]) => sound(text, manifest[key]) ?? []),
          [],
        );
      });

      it('ends every text as the English one does', () => {
        const all = [
          ...Object.entries(bundle),
          ...Object.entries(english).map(([key, text]) => [text, manifest[key]!]),
        ];
        assert.deepEqual(
          all.filter(([text, translated]) => ending(text!) !== ending(translated!)),
          [],
        );
      });

      it('leaves nothing in English', () => {
        const left = [
          ...[...texts].filter((text) => bundle[text] === text),
          ...Object.keys(english).flatMap((key) => (manifest[key] === english[key] ? english[key]! : [])),
        ];
        assert.deepEqual(
          left.filter((text) => TWO_WORDS.test(text) && !NAMES.has(text)),
          [],
        );
      });

      it('names each command as the palette does', () => {
        const titles = Object.keys(english).filter((key) => key.startsWith('command.') && key !== 'command.category');
        const all = [
          ...Object.entries(bundle),
          ...Object.entries(english).map(([key, text]) => [text, manifest[key]!]),
        ];
        const wrong = all.flatMap(([text, translated]) =>
          titles
            // The longest title at that place is meant: "Connect" is not where "Connect All Agents" stands.
            .filter((key) => namesCommand(text!, english[key]!))
            .filter((key) => !namesCommand(translated!, manifest[key]!))
            .map((key) => `${JSON.stringify(translated)} does not name ${manifest[key]!}`),
        );
        assert.deepEqual(wrong, []);
      });
    });
  }
});

/** Whether a text says `Auto Mode: Title`, where the title ends at a mark, a quotation or the text's end. */
function namesCommand(text: string, title: string): boolean {
  const at = text.indexOf(`Auto Mode: ${title}`);
  return at >= 0 && /^(?:\*\*|[“”"'`.,;:]|$)/.test(text.slice(at + `Auto Mode: ${title}`.length));
}
