/**
 * Why a filter may do more; undefined: it does not. jq prints the environment and loads files. Words in strings count.
 */
export function jqObjection(filter: string): string | undefined {
  return wordObjection(
    'jq',
    filter,
    /(?<![.\w])(?:env|import|include|get_search_list|modulemeta)(?!\w)|\.\.\s*env(?!\w)|ENV/,
  );
}

/** A name behind one dot. */
const KEY = /(?<!\.)\.[A-Za-z_]\w*/g;

/**
 * For both yq: the one over jq, and the one in Go, which loads files and runs programs. Its words need no space between
 * them: `strload`, `mapload`.
 */
export function yqObjection(expression: string): string | undefined {
  return (
    jqObjection(expression) ??
    wordObjection('yq', expression, /(?<!\w|(?<!\.)\.)(?:from_file|input\w*)(?!\w)/) ??
    wordObjection('yq', expression.replace(KEY, '.'), /(?:str)?env\s*\(|envsubst|load|system|eval/)
  );
}

function wordObjection(program: string, text: string, forbidden: RegExp): string | undefined {
  const found = forbidden.exec(text);
  return found === null ? undefined : `its ${program} program uses ${found[0]}`;
}
