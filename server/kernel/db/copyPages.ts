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
if (!existsSync(to)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
const [source, copy] = [openSync(from, 'r'), openSync(to, 'r+')];
fchmodSync(copy, 0o600);
const [mine, theirs] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
const { size } = fstatSync(source);
let written = 0;
for (let at = 0; at < size; at += CHUNK) {
  const length = readSync(source, mine, 0, CHUNK, at);
  const there = readSync(copy, theirs, 0, CHUNK, at);
  if (there === length && mine.compare(theirs, 0, there, 0, length) === 0) continue;
  writeSync(copy, mine, 0, length, at);
  written += length;
}
ftruncateSync(copy, size);
fsyncSync(copy);
closeSync(copy);
closeSync(source);
process.stdout.write(`${written}\n`);
