import { open } from 'node:fs/promises';

const arMagic = '!<arch>\n';
const headerBytes = 60;

/**
 * Whether a file is a complete .deb: the members of its ar archive (deb(5)) are all there and their sizes add up to
 * that of the file. So a truncated download is recognised without a process.
 */
export async function isCompleteDeb(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.toString('latin1', 0, bytesRead);
    };
    if ((await read(arMagic.length, 0)) !== arMagic) return false;
    const members: string[] = [];
    let position = arMagic.length;
    while (position < size) {
      const header = await read(headerBytes, position);
      const sizeBytes = Number(header.slice(48, 58).trim());
      if (!header.endsWith('`\n') || !Number.isInteger(sizeBytes)) return false;
      members.push(header.slice(0, 16).trim().replace(/\/$/, ''));
      position += headerBytes + sizeBytes + (sizeBytes % 2);
    }
    const has = (prefix: string) => members.some((name) => name.startsWith(prefix));
    // The last member's padding byte may be missing.
    return position - size <= 1 && members[0] === 'debian-binary' && has('control.tar') && has('data.tar');
  } finally {
    await handle.close();
  }
}
