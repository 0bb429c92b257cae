import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Every document of the repository, relative to it. Those of a test folder are read by those who open it. */
export function documents(): readonly string[] {
  const atTop = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return [...atTop, ...below].sort();
}

export function textOf(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** The text without its blocks of code, in which nothing is a link or a heading. */
export function proseOf(document: string): string {
  return textOf(document).replace(/^```[\s\S]*?^```$/gm, '');
}
