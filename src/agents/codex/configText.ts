/** Both names of the feature; the second is the older one. */
const HOOKS_OFF = /^(?:features\.)?(?:hooks|codex_hooks)=false$/;
const HOOKS_OFF_INLINE = /^features=\{(?:.*,)?(?:hooks|codex_hooks)=false[,}]/;

/**
 * Whether Codex's configuration switches hooks off, in the ways in which people write that. No parser of TOML: what is written in another
 * way is not noticed, and the panel then says that the agent was not seen.
 */
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
