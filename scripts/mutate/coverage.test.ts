import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executedLines } from './coverage.ts';
import { hasLine, linesText } from './lines.ts';
import { reduced } from './reduction.ts';

/** A checkout of one source and a program that uses it, with a folder for reports. */
const world = { root: '', reports: '' };
const file = 'agent/x.ts';
const source = [
  'interface A {', // 1
  '  text: "Ünïcödé – 🙂";',
  '}',
  'export function half(value: number, other?: A): number {', // 4
  '  if (value > 1) {',
  '    return value / 2;', // 6
  '  }',
  '  return other ? 0 : 1;', // 8
  '}',
  'export function unused(): number {', // 10
  '  return 2;', // 11
  '}',
].join('\n');

const test = suite('coverage');

test.before.each(() => {
  world.root = mkdtempSync(path.join(tmpdir(), 'coverage-test-'));
  world.reports = path.join(world.root, 'reports');
  for (const folder of ['agent', '.cache/bundles', 'reports'])
    mkdirSync(path.join(world.root, folder), { recursive: true });
  writeFileSync(path.join(world.root, file), source);
  writeFileSync(path.join(world.root, 'main.ts'), "import { half } from './agent/x.ts';\nhalf(4);\n");
});

test.after.each(() => rmSync(world.root, { recursive: true, force: true }));

const note = path.join(import.meta.dirname, 'begun.mjs');
const flags = ['--disable-warning=ExperimentalWarning', '--import', note];

function recordingEnv(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_V8_COVERAGE: world.reports, NODE_DISABLE_COMPILE_CACHE: '1' };
}

function runRecorded(program: string): void {
  const { status, stderr } = spawnSync(process.execPath, [...flags, program], {
    env: recordingEnv(),
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
}

/** Which of the lines that tell something were executed. */
function told(lines: string): number[] {
  return [5, 6, 8, 11].filter((line) => hasLine(lines, line));
}

test('the executed lines of a source are those of the file, although its types are gone when it runs', () => {
  runRecorded(path.join(world.root, 'main.ts'));
  const { files, lost } = reduced(world.root, world.reports);
  assert.equal(told(files[file]?.lines ?? ''), [5, 6]);
  assert.equal([Object.keys(files), lost], [[file], []]);
});

test('what several processes executed is put together', () => {
  runRecorded(path.join(world.root, 'main.ts'));
  writeFileSync(path.join(world.root, 'main.ts'), "import { half } from './agent/x.ts';\nhalf(1);\n");
  runRecorded(path.join(world.root, 'main.ts'));
  assert.equal(told(reduced(world.root, world.reports).files[file]?.lines ?? ''), [5, 6, 8]);
});

test('what a bundle executed is told of the sources that are in it', async () => {
  const outfile = path.join(world.root, '.cache/bundles/main-1.mjs');
  const entryPoints = [path.join(world.root, 'main.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    sourcemap: 'inline',
    sourcesContent: false,
  });
  runRecorded(outfile);
  assert.equal(told(reduced(world.root, world.reports).files[file]?.lines ?? ''), [5, 6]);
});

test('a process that was killed is named as lost', async () => {
  const program = path.join(world.root, 'main.ts');
  writeFileSync(program, "process.stdout.write('up');\nsetInterval(() => {}, 1000);\n");
  const child = spawn(process.execPath, [...flags, program], {
    env: recordingEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(reduced(world.root, world.reports).lost, ['main.ts']);
});

test('an inner range overrules the one around it', () => {
  const ranges = [
    { startOffset: 0, endOffset: 9, count: 1 },
    { startOffset: 3, endOffset: 5, count: 0 },
  ];
  assert.equal(executedLines('a;\nb;\n\nc;', { url: '', functions: [{ ranges }] }), [1, 4]);
});

test('lines are kept as runs', () => {
  assert.is(linesText([1, 2, 3, 5, 7, 8]), '1-3,5,7-8');
  const has = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((line) => hasLine('1-3,5,7-8', line));
  assert.equal(has, [1, 2, 3, 5, 7, 8]);
  assert.not.ok(hasLine('', 0));
});

test.run();
