/** They hold more than a project: nothing runs contained there. */
const SYSTEM =
  '/bin /boot /dev /etc /home /lib /lib64 /mnt /media /opt /proc /root /run /sbin /srv /sys /tmp /usr /var'.split(' ');
const SYSTEM_WITH_ALL_BELOW = ['/boot', '/dev', '/etc', '/proc', '/sys'];
/** Files in memory; the sandbox has its own. */
const MEMORY = '/dev/shm/';

/**
 * @param folder absolute, links followed
 * @returns why not, to end a sentence
 */
export function unfitFolder(folder: string, userHome: string, gateDirectory: string): string | undefined {
  const isOfSystem = SYSTEM_WITH_ALL_BELOW.some((system) => isBelow(folder, system)) && !folder.startsWith(MEMORY);
  if (folder === '/' || SYSTEM.includes(folder) || isOfSystem) {
    return `${folder} is a folder of the system`;
  }
  if (isBelow(userHome, folder)) return `${folder} holds a home`;
  if (isBelow(gateDirectory, folder) || isBelow(folder, gateDirectory)) return `${folder} holds files of Auto Mode`;
  // Programs' settings and keys.
  if (isBelow(folder, userHome) && folder.slice(userHome.length + 1).startsWith('.')) {
    return `${folder} belongs to the settings of a home`;
  }
  return undefined;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
