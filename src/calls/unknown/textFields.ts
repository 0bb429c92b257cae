/** Fields of a tool's input whose text nobody runs, by the names that tools of all kinds give them. */

/** What people or a model read: titles, bodies of messages, questions, reasons. */
const FOR_READERS =
  /^(?:title|subject|header|heading|body|text_?body|description|summary|explanation|justification|reason|goal|prompt|message|comment|note|notes|labels?|tags?|question|todo|instructions?)$/i;

/** What is looked for. */
const QUERIES = /^(?:query|queries|search|keywords?|includePattern|excludePattern)$/i;

/** What is put into a file, and what it replaces there. */
const CONTENTS = /^(?:contents?|file_?text|code|(?:new|old)_?(?:str|string|text|code|content|source)|replacement)$/i;

/** Whether the field holds text for somebody to read. */
export function isForReaders(field: string): boolean {
  return FOR_READERS.test(field);
}

/** Whether the field holds text that is read, looked for or kept, so that the name of a command in it runs nothing. */
export function isText(field: string): boolean {
  return FOR_READERS.test(field) || QUERIES.test(field) || CONTENTS.test(field);
}
