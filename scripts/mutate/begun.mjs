// Loaded by every Node process while coverage is recorded. A process that is killed writes no coverage; the note that it
// leaves here says which program it was.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.NODE_V8_COVERAGE;
if (folder && isMainThread)
  try {
    writeFileSync(path.join(folder, `begun-${process.pid}`), process.argv[1] ?? '');
  } catch {
    // a user who may not write there
  }
