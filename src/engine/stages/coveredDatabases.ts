/** No `*` of an allow rule covers commands of a database's client that run programs or reach files. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';

interface Client {
  /** They run a file, or write one. */
  readonly options: RegExp;
  readonly text: RegExp;
}

/** Commands with a point that only show. They may be shortened, so any other may be more. */
const SHOWING =
  'tables|schema|databases|indexes|indices|mode|headers?|help|show|stats|timer|width|dbinfo|fullschema|nullvalue|' +
  'separator|quit|exit|explain|eqp|bail|changes|dump|echo|limit|version|print|parameter|sha3sum|selftest';

const SQLITE: Client = {
  options: /^--?(?:A|ar?$|init|zip|append|vfs|cmd$|deserialize)/,
  // Names of functions may stand in quotes. `vacuum into` writes a file.
  text: new RegExp(
    String.raw`(?:^|\n)[^\S\n]*\.(?!(?:${SHOWING})(?:\s|$))|\b(?:load_extension|edit|readfile|writefile|fsdir|zipfile|attach|vacuum)\b`,
    'i',
  ),
};

const CLIENTS: ReadonlyMap<string, Client> = new Map([
  ['sqlite3', SQLITE],
  ['sqlite', SQLITE],
  [
    'psql',
    {
      options: /^(?:-[A-Za-z]*f|--file|(?:-[A-Za-z]*[oL]|--(?:output|log-file)=)?\||(?:-[A-Za-z]*P|--pset=)?pager=)/,
      text: /\\(?:!|(?:ir?|include(?:_relative)?|o(?:ut)?|w(?:rite)?|s|gx?|gexec|copy|setenv|e[fv]?|edit|lo_\w+)(?![a-z]))|\b(?:to|from)\s+program\b|PSQL_EDITOR|`/i,
    },
  ],
  ...['mysql', 'mariadb'].map((name): readonly [string, Client] => [
    name,
    {
      options: /^--(?:tee|init-c|pag)/,
      text: /(?:^|[;\n])[^\S\n]*(?:source|system|tee|pager|edit)\b|\\[.!TPe]|\bload\s+data\s+local\b|\binto\s+(?:out|dump)file\b/i,
    },
  ]),
]);

/** @param named the rule's words without a pattern */
export function leavesDatabase(command: SimpleCommand, named: ReadonlySet<string>): boolean {
  const client = CLIENTS.get(programName(command) ?? '');
  if (client === undefined) return false;
  const words = command.words.slice(1).map(writtenText);
  if (words.some((text) => !named.has(text) && (client.options.test(text) || client.text.test(text)))) return true;
  // Its input holds commands, too.
  const { context, redirections } = command;
  return (context.pipe?.index ?? 0) > 0 || redirections.some(({ operator }) => operator === '<' || operator === '<>');
}
