// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentedMembers } from './codeComments.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The documents with tables that are made from the code, relative to the repository. */
export const DOCUMENTS_WITH_TABLES = [
  'ARCHITECTURE.md',
  'docs/agents/generic.md',
  'docs/api.md',
  'docs/decisions.md',
  'docs/settings.md',
];

/** @type {Readonly<Record<string, () => Promise<string>>>} */
const TABLES = {
  commands: commandsTable,
  'decision-fields': () => fieldsTable('src/engine/model/decision.ts', 'decisionSchema'),
  'generic-fields': genericFieldsTable,
  layers: layersTable,
  'request-fields': () => fieldsTable('src/calls/request.ts', 'checkRequestSchema'),
  settings: settingsTables,
  stages: stagesTable,
};

const MADE_PART = /(<!-- made from the code: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * A document with its tables as the code has them now.
 *
 * @param {string} document the path, relative to the repository
 * @returns {Promise<{ readonly present: string; readonly made: string }>} as it is on disk, and as it must be
 * @throws {Error} where it names a table that there is not
 */
export async function madeDocument(document) {
  const present = await source(document);
  let made = present;
  for (const [part, begin = '', name = '', end = ''] of present.matchAll(MADE_PART)) {
    const table = TABLES[name];
    if (table === undefined) throw new Error(`${document} names the table "${name}", which nothing makes.`);
    const text = await table();
    made = made.replace(part, () => `${begin}\n${text}\n\n${end}`);
  }
  return { present, made };
}

async function commandsTable() {
  const manifest = JSON.parse(await source('package.json'));
  const texts = JSON.parse(await source('package.nls.json'));
  /** @type {Map<string, string>} */
  const titles = new Map(
    manifest.contributes.commands.map((/** @type {{ command: string, title: string }} */ { command, title }) => [
      command,
      texts[title.slice(1, -1)],
    ]),
  );
  /** @type {Set<string>} */
  const hidden = new Set(
    manifest.contributes.menus.commandPalette
      .filter((/** @type {{ when: string }} */ { when }) => when === 'false')
      .map((/** @type {{ command: string }} */ { command }) => command),
  );
  return table(
    ['command', 'in the palette', 'argument', 'answer'],
    commentedMembers(await source('src/config/contributions.ts'), 'COMMANDS').map(({ name, comment, code }) => {
      const id = code.slice(1, -1);
      const [argument, answer] = comment.split(' -> ');
      if (argument === undefined || answer === undefined)
        throw new Error(`COMMANDS.${name} lacks "argument -> answer".`);
      return [`\`${id}\``, hidden.has(id) ? '' : (titles.get(id) ?? ''), argument, answer];
    }),
  );
}

/**
 * @param {string} file
 * @param {string} schema
 */
async function fieldsTable(file, schema) {
  return table(
    ['field', '', 'meaning'],
    commentedMembers(await source(file), schema).map(({ name, comment, code }) => {
      if (comment === '') throw new Error(`${schema}.${name} in ${file} lacks a comment.`);
      return [`\`${name}\``, /\.optional\(\)$/.test(code) ? 'optional' : '', comment];
    }),
  );
}

async function genericFieldsTable() {
  const text = await source('src/agents/generic/dialect.ts');
  const optional = new Set(
    commentedMembers(text, 'callSchema')
      .filter(({ code }) => /\.optional\(\)$/.test(code))
      .map(({ name }) => name),
  );
  return table(
    ['field', 'other names', '', 'meaning'],
    commentedMembers(text, 'FIELDS').map(({ name, comment, code }) => {
      if (comment === '') throw new Error(`FIELDS.${name} lacks a comment.`);
      const [usual, ...others] = [...code.matchAll(/'([^']+)'/g)].map(([, field]) => `\`${field}\``);
      return [usual ?? '', others.join(', '), optional.has(name) ? 'optional' : '', comment];
    }),
  );
}

async function layersTable() {
  const layers = commentedMembers(await source('test/unit/layers/layers.ts'), 'LAYERS');
  return table(
    ['layer', 'job'],
    layers.map(({ name, comment }) => {
      if (comment === '') throw new Error(`LAYERS.${name} lacks a comment.`);
      return [`\`${name}\``, comment];
    }),
  );
}

async function stagesTable() {
  const stages = commentedMembers(await source('src/engine/model/decision.ts'), 'STAGES');
  return table(
    ['', 'stage', 'what it does'],
    stages.map(({ name, comment }, index) => {
      if (comment === '') throw new Error(`The stage ${name} lacks a comment.`);
      return [String(index + 1), `\`${name}\``, comment];
    }),
  );
}

async function settingsTables() {
  const manifest = JSON.parse(await source('package.json'));
  const texts = JSON.parse(await source('package.nls.json'));
  const text = (/** @type {string} */ reference) => texts[reference.slice(1, -1)];
  return manifest.contributes.configuration
    .map((/** @type {{ title: string, properties: Record<string, Property> }} */ { title, properties }) => {
      const rows = Object.entries(properties).map(([name, property]) => [
        `\`${name}\``,
        valuesOf(property),
        defaultOf(property.default),
        firstSentence(text(property.markdownDescription)),
      ]);
      return `### ${text(title)}\n\n${table(['setting', 'values', 'default', 'what it is about'], rows)}`;
    })
    .join('\n\n');
}

/** @typedef {{ type: string, default: unknown, enum?: string[], minimum?: number, maximum?: number, markdownDescription: string }} Property */

/** @param {Property} property */
function valuesOf({ type, enum: values, minimum, maximum }) {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return { array: 'list', boolean: '`true`, `false`', string: 'text', object: 'object' }[type] ?? type;
}

/** @param {unknown} value */
function defaultOf(value) {
  // Longer lists are those that `$defaults` stands for.
  if (Array.isArray(value) && value.length > 1) return '`["$defaults"]`';
  return `\`${JSON.stringify(value)}\``;
}

/** @param {string} text */
function firstSentence(text) {
  let sentence = '';
  // A full stop inside a piece of code ends no sentence, unless the piece ends with it.
  for (const [piece] of text.matchAll(/`[^`]*`|[^`]/g)) {
    sentence += piece;
    if (/[.]`?$/.test(piece) && /^(?: [A-Z`*]|\n|$)/.test(text.slice(sentence.length))) break;
  }
  return sentence.replaceAll(/`#([^`]+)#`/g, '`$1`');
}

/**
 * A table with its columns aligned, as the formatter wants it.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const [first, ...others] = lines.map((cells) => row(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [first, row(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
}

/** @param {readonly string[]} cells */
function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** @param {string} path */
function source(path) {
  return readFile(join(ROOT, path), 'utf8');
}
