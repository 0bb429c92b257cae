/** Whether programs of `jq` and `yq` only read. */

/**
 * Why a jq filter may do more; undefined: it does not. jq can print the environment and load files. A word inside a
 * string counts as well.
 */
export function jqObjection(filter: string): string | undefined {
  return wordObjection(
    'jq',
    filter,
    /(?<![.\w])(?:env|import|include|get_search_list|modulemeta)(?!\w)|\.\.\s*env(?!\w)|ENV/,
  );
}

/** For both programs called yq: the one that wraps jq and the one in Go, which can load files and run programs. */
export function yqObjection(expression: string): string | undefined {
  return (
    jqObjection(expression) ??
    wordObjection('yq', expression, /(?<!\w|(?<!\.)\.)(?:strenv|envsubst|load\w*|system|eval|from_file|input\w*)(?!\w)/)
  );
}

function wordObjection(program: string, text: string, forbidden: RegExp): string | undefined {
  const found = forbidden.exec(text);
  return found === null ? undefined : `its ${program} program uses ${found[0]}`;
}
