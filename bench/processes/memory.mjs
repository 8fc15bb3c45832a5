// Loaded by a manager before its own code (--import, with --expose-gc): on SIGUSR2 it collects its garbage and says what
// it holds then, as one line of its output. With BENCH_HEAP_FILE it writes a heap snapshot there as well.
import { writeHeapSnapshot } from 'node:v8';

const file = process.env['BENCH_HEAP_FILE'];
let times = 0;

process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  times += 1;
  if (file) writeHeapSnapshot(`${file}.${times}`);
  process.stdout.write(`${JSON.stringify({ event: 'memory', times, heapUsed, external })}\n`);
});
