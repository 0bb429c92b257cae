import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Signatures and offsets of APPNOTE.TXT (PKWARE's ZIP specification), sections 4.3.7, 4.3.12 and 4.3.16. */
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The files of a ZIP archive (a `.vsix` is one): name to content. Small archives only: no ZIP64, no encryption. */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const archive = await readFile(path);
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error(`${path} is no ZIP archive.`);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`${path} has a damaged directory.`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const compressed = archive.readUInt16LE(at + 10) === DEFLATED;
    if (!name.endsWith('/')) files.set(name, compressed ? inflateRawSync(packed) : packed);
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}

/** Unpacks an archive into a folder. */
export async function unzip(path: string, folder: string): Promise<void> {
  for (const [name, content] of await readZip(path)) {
    const target = resolve(folder, name);
    if (!target.startsWith(folder + sep)) throw new Error(`${path} names a file outside: ${name}`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(join(target), content);
  }
}
