/** macOS has other names without links: data volume, `/private`, prefixes for the kernel. */

const DATA_VOLUME = /^\/system\/volumes\/data(?=\/|$)/i;
const KERNEL_PREFIX = /^\/(?:\.vol\/[^/]*\/[^/]*|\.nofollow|\.resolve\/[^/]*)(?=\/|$)/i;
const PRIVATE = /^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/i;

/** What `/.vol/1234/2/etc` names is uncertain. */
export function hasKernelPrefix(path: string): boolean {
  return path.startsWith('/.') && KERNEL_PREFIX.test(path);
}

/** Undefined: already usual, or unknown. */
export function usualMacName(path: string): string | undefined {
  const usual = path.replace(KERNEL_PREFIX, '').replace(DATA_VOLUME, '').replace(PRIVATE, '');
  return usual === path ? undefined : usual === '' ? '/' : usual;
}
