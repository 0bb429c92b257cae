/** People read it. */

const FOR_READERS =
  /^(?:title|subject|header|heading|body|text_?body|description|summary|explanation|justification|reason|goal|prompt|message|comment|note|notes|labels?|tags?|question|todo|instructions?)$/i;

const QUERIES = /^(?:query|queries|search|keywords?|includePattern|excludePattern)$/i;

const CONTENTS = /^(?:contents?|file_?text|code|(?:new|old)_?(?:str|string|text|code|content|source)|replacement)$/i;

export function isForReaders(field: string): boolean {
  return FOR_READERS.test(field);
}

/** Commands in it do not run. */
export function isText(field: string): boolean {
  return FOR_READERS.test(field) || QUERIES.test(field) || CONTENTS.test(field);
}
