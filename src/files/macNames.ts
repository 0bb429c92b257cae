/** macOS names a file otherwise without a link: data volume, `/private`, prefixes that the kernel reads. */

const DATA_VOLUME = /^\/system\/volumes\/data(?=\/|$)/i;
const KERNEL_PREFIX = /^\/(?:\.vol\/[^/]*\/[^/]*|\.nofollow|\.resolve\/[^/]*)(?=\/|$)/i;
const PRIVATE = /^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/i;

/** `/.vol/1234/2/etc`: what it names is uncertain. */
export function hasKernelPrefix(path: string): boolean {
  return path.startsWith('/.') && KERNEL_PREFIX.test(path);
}

/** Undefined: it is the usual one, or none is known. */
export function usualMacName(path: string): string | undefined {
  const usual = path.replace(KERNEL_PREFIX, '').replace(DATA_VOLUME, '').replace(PRIVATE, '');
  return usual === path ? undefined : usual === '' ? '/' : usual;
}
