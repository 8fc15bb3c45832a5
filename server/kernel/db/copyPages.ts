import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/**
 * The program `node copyPages.ts FROM TO`: makes TO the same file as FROM, readable by its owner alone and kept on the
 * disk. Where TO is there already, only what differs is written, which is little after a copy of a moment ago. In a
 * process of its own, because SQLite's locks on a file are gone as soon as their process closes any descriptor of it.
 */
const CHUNK = 1024 * 1024;

const [from = '', to = ''] = process.argv.slice(2);
process.umask(0o077);
const isNew = !existsSync(to);
if (isNew) copyFileSync(from, to, constants.COPYFILE_FICLONE);
const copy = openSync(to, 'r+');
fchmodSync(copy, 0o600);
const written = isNew ? fstatSync(copy).size : writeDifferences();
fsyncSync(copy);
closeSync(copy);
process.stdout.write(`${written}\n`);

/** Answers how many bytes it wrote. */
function writeDifferences(): number {
  const source = openSync(from, 'r');
  const [wanted, there] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  const { size } = fstatSync(source);
  let bytes = 0;
  for (let at = 0; at < size; at += CHUNK) {
    const length = readSync(source, wanted, 0, CHUNK, at);
    const before = readSync(copy, there, 0, CHUNK, at);
    if (before === length && wanted.compare(there, 0, before, 0, length) === 0) continue;
    writeSync(copy, wanted, 0, length, at);
    bytes += length;
  }
  ftruncateSync(copy, size);
  closeSync(source);
  return bytes;
}
