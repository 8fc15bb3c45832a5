/**
 * What dpkg-deb and rpmbuild compress by the zlib of their machine is compressed once more by this Node's: the manager's
 * package carries the same Node, which makes the same bytes of it again, on each machine and each processor.
 */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Build } from './formats.ts';

/** With which level payloads are compressed; 9 would take twice the time for half a per cent. */
export const gzipLevel = ({ isFast }: Pick<Build, 'isFast'>): number => (isFast ? 1 : 6);

/** A package taken apart: all before its compressed payload, the payload unpacked, and what follows. */
export interface Divided {
  head: Buffer;
  payload: Buffer;
  tail: Buffer;
}

const divided: Readonly<Record<string, (file: Buffer) => Divided>> = { deb: divideDeb, rpm: divideRpm };

/** Throws for a package whose payload is not compressed by gzip. */
export function divide(format: string, file: Buffer): Divided {
  const by = divided[format];
  if (!by) throw new Error(`a package of the format ${format} has no payload`);
  return by(file);
}

/** The package with its payload compressed anew; the digests in it are those of the new payload. */
export function recompress(format: 'deb' | 'rpm', file: Buffer, level: number): Buffer {
  const { head, payload, tail } = divide(format, file);
  const packed = gzipSync(payload, { level });
  if (format === 'rpm') return Buffer.concat([rpmHead(head, packed), packed, tail]);
  writeSize(head, packed.length);
  return Buffer.concat([head, packed, Buffer.from(packed.length % 2 === 0 ? '' : '\n')]);
}

// --- deb: an ar archive of debian-binary, control.tar and data.tar (deb(5)) ------------------------------------

const AR_HEADER = 60;
const SIZE_AT = 48;

function divideDeb(file: Buffer): Divided {
  let at = '!<arch>\n'.length;
  for (;;) {
    const name = file.toString('latin1', at, at + 16).trim();
    const size = Number(file.toString('latin1', at + SIZE_AT, at + SIZE_AT + 10));
    const from = at + AR_HEADER;
    if (name === 'data.tar.gz') return cut(file, from, from + size);
    at = from + size + (size % 2);
    if (at >= file.length) throw new Error('the .deb has no data.tar.gz');
  }
}

function writeSize(head: Buffer, size: number): void {
  head.write(String(size).padEnd(10), head.length - AR_HEADER + SIZE_AT, 'latin1');
}

function cut(file: Buffer, from: number, to: number): Divided {
  const payload = gunzipSync(file.subarray(from, to));
  return { head: Buffer.from(file.subarray(0, from)), payload, tail: file.subarray(to) };
}

// --- rpm: a lead, a header of signatures, the header, the payload (rpm's docs/manual/format.md) ------------------

const LEAD = 96;
const INTRO = 16;
const TAGS = { size: 1000, md5: 1004, sha1: 269, sha256: 273, payloadDigest: 5092 };

interface Entry {
  tag: number;
  /** Where its data begins, from the header's start. */
  at: number;
}

function divideRpm(file: Buffer): Divided {
  const signatures = headerAt(file, LEAD);
  const header = headerAt(file, signatures.end + (-signatures.end & 7));
  return cut(file, header.end, file.length);
}

function headerAt(file: Buffer, start: number): { start: number; end: number; entries: Entry[] } {
  if (file.readUInt32BE(start) !== 0x8eade801)
    throw new Error('the .rpm has no header where one is expected');
  const count = file.readUInt32BE(start + 8);
  const data = start + INTRO + count * INTRO;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = start + INTRO + index * INTRO;
    return { tag: file.readUInt32BE(at), at: data + file.readUInt32BE(at + 8) };
  });
  return { start, end: data + file.readUInt32BE(start + 12), entries };
}

const hashed = (kind: string, ...bytes: Buffer[]): Buffer => {
  const hash = createHash(kind);
  for (const part of bytes) hash.update(part);
  return hash.digest();
};

/** Writes the digests of another payload into both headers; each is as long as the one before. */
function rpmHead(old: Buffer, packed: Buffer): Buffer {
  const head = Buffer.from(old);
  const signatures = headerAt(head, LEAD);
  const header = headerAt(head, signatures.end + (-signatures.end & 7));
  const set = (entries: readonly Entry[], tag: number, value: Buffer): void => {
    const entry = entries.find((one) => one.tag === tag);
    if (entry) value.copy(head, entry.at);
  };
  const hex = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('hex'), 'latin1');
  set(header.entries, TAGS.payloadDigest, hex(hashed('sha256', packed)));
  const own = head.subarray(header.start, header.end);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(own.length + packed.length);
  set(signatures.entries, TAGS.sha1, hex(hashed('sha1', own)));
  set(signatures.entries, TAGS.sha256, hex(hashed('sha256', own)));
  set(signatures.entries, TAGS.md5, hashed('md5', own, packed));
  set(signatures.entries, TAGS.size, size);
  return head;
}
