import { table } from '../common/table';

/** From `rg --type-list` 13 and later, with plain names. A type also shows hidden files. */
const TYPES: Readonly<Record<string, string>> = table({
  md: '*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn',
  markdown: '*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn',
  ts: '*.cts *.mts *.ts *.tsx',
  typescript: '*.cts *.mts *.ts *.tsx',
  js: '*.cjs *.js *.jsx *.mjs *.vue',
  py: '*.py *.pyi',
  python: '*.py *.pyi',
  rust: '*.rs',
  go: '*.go',
  css: '*.css *.scss',
  json: '*.json *.sarif composer.lock',
  yaml: '*.yaml *.yml',
  toml: '*.toml Cargo.lock',
  html: '*.ejs *.htm *.html',
  java: '*.java *.jsp *.jspx *.properties',
  kotlin: '*.kt *.kts',
  cs: '*.cs',
  csharp: '*.cs',
  swift: '*.swift',
  sql: '*.psql *.sql',
  lua: '*.lua',
  dart: '*.dart',
  txt: '*.txt',
  csv: '*.csv',
});

/** Undefined: unknown. */
export function ripgrepTypeNames(types: readonly string[]): readonly string[] | undefined {
  const found = types.map((type) => (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined));
  return found.every((names) => names !== undefined) ? found.flatMap((names) => names.split(' ')) : undefined;
}
