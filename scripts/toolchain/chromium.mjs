// @ts-check
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { answerOf } from './answerOf.mjs';
import { canInstallPackages, installPackages } from './debianPackages.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Without fonts a page has no letters in a screenshot. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-liberation'];
const REMEDY =
  process.platform === 'linux'
    ? `Install it with your system's package manager (Debian, Ubuntu: apt-get install ${DEBIAN_PACKAGES.join(' ')}), or set AUTO_MODE_CHROMIUM to the path of one.`
    : 'Install Google Chrome or Chromium, or set AUTO_MODE_CHROMIUM to the path of one.';

/**
 * A browser for the tests: the one named by AUTO_MODE_CHROMIUM, one that is installed, or, where that is possible
 * without asking anybody, one installed now through the system's package manager.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the executable
 * @throws {Error} that says what to install
 */
export async function ensureChromium(log) {
  const named = process.env['AUTO_MODE_CHROMIUM'];
  if (named) {
    if (await answers(named)) return named;
    throw new Error(`AUTO_MODE_CHROMIUM is ${named}, which is not a browser that answers.`);
  }
  const installed = await findChromium();
  if (installed !== undefined) return installed;
  if (await canInstallPackages()) {
    log(`Installing a browser for the tests (${DEBIAN_PACKAGES.join(', ')}) ...`);
    if (!(await installPackages(DEBIAN_PACKAGES))) {
      throw new Error(`apt-get could not install ${DEBIAN_PACKAGES.join(' ')}. ${REMEDY}`);
    }
    const now = await findChromium();
    if (now !== undefined) return now;
  }
  throw new Error(`No Chromium was found. ${REMEDY}`);
}

/** @returns {Promise<string | undefined>} */
async function findChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (process.platform === 'darwin') candidates.push(...MAC_APPLICATIONS);
  for (const candidate of candidates) {
    if ((await isExecutable(candidate)) && (await answers(candidate))) return candidate;
  }
  return undefined;
}

/** Ubuntu's `chromium-browser` may be a script that only says how to get the real one. @param {string} executable */
async function answers(executable) {
  return /\b(Chromium|Chrome)\b.*\d/.test((await answerOf(executable, ['--version'])) ?? '');
}

/** @param {string} path */
function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
