// @ts-check
/** `npm run docs`: makes the tables of the documents that come from the code. A unit test says where that was forgotten. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENTS_WITH_TABLES, madeDocument } from './documents/madeTables.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

for (const document of DOCUMENTS_WITH_TABLES) {
  const { present, made } = await madeDocument(document);
  if (made === present) continue;
  await writeFile(join(ROOT, document), made);
  console.log(`${document} is up to date now.`);
}
