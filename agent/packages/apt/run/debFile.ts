import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const arMagic = '!<arch>\n';
const headerBytes = 60;
/** dpkg-deb writes three. */
const mostMembers = 100;

/**
 * Whether a file is a complete .deb: the members of its ar archive (deb(5)) are there and add up to its very
 * size, so a download that was cut off is told from a whole one without a process.
 */
export function isCompleteDeb(file: string): boolean {
  let fd: number | null = null;
  try {
    // Of what is no file the opening could wait for ever.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return hasAllMembers(fd);
  } catch {
    return false;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** A few words of the file, wherever it is large: without the thread pool (files/look.ts). */
function hasAllMembers(fd: number): boolean {
  const { size } = fstatSync(fd);
  const read = (length: number, position: number) => {
    const buffer = Buffer.alloc(length);
    return buffer.toString('latin1', 0, readSync(fd, buffer, 0, length, position));
  };
  if (read(arMagic.length, 0) !== arMagic) return false;
  const members: string[] = [];
  let position = arMagic.length;
  while (position < size) {
    const header = read(headerBytes, position);
    const sizeBytes = Number(header.slice(48, 58).trim());
    if (!header.endsWith('`\n') || !Number.isInteger(sizeBytes) || sizeBytes < 0) return false;
    if (members.length === mostMembers) return false;
    members.push(header.slice(0, 16).trim().replace(/\/$/, ''));
    position += headerBytes + sizeBytes + (sizeBytes % 2);
  }
  const has = (prefix: string) => members.some((name) => name.startsWith(prefix));
  // The last member's padding byte may be missing.
  return position - size <= 1 && members[0] === 'debian-binary' && has('control.tar') && has('data.tar');
}
