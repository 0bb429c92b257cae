/** The second is the older name. */
const HOOKS_OFF = /^(?:features\.)?(?:hooks|codex_hooks)=false$/;
const HOOKS_OFF_INLINE = /^features=\{(?:.*,)?(?:hooks|codex_hooks)=false[,}]/;

/** Not a TOML parser: for unusual spellings the panel says that the agent was not seen. */
export function switchesHooksOff(toml: string): boolean {
  let table = '';
  for (const written of toml.split('\n')) {
    const line = written.replace(/#.*$/, '').replace(/[\s"']/g, '');
    if (line.startsWith('[')) table = line;
    else if (table === '' && HOOKS_OFF_INLINE.test(line)) return true;
    else if (HOOKS_OFF.test(line) && (line.startsWith('features.') ? table === '' : table === '[features]'))
      return true;
  }
  return false;
}
