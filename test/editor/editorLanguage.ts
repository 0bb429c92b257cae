import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lets an editor that was not started yet run in another language, as an installed language pack and "Configure Display
 * Language" would: extensions are in that language, the editor's own texts stay English.
 *
 * @param userData the editor's folder of user data
 * @param language as in the names of `package.nls.<language>.json`
 */
export async function useLanguage(userData: string, language: string): Promise<void> {
  await mkdir(join(userData, 'User'), { recursive: true });
  const texts = join(userData, `texts.${language}.json`);
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: 'test',
    label: language,
    extensions: [{ extensionIdentifier: { id: 'test.pack' }, version: '1.0.0' }],
    translations: { vscode: texts },
  };
  await writeFile(join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
  await writeFile(join(userData, 'User', 'argv.json'), JSON.stringify({ locale: language }));
}
