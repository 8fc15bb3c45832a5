// time-limit: 300
// The examples of the pages on the API, as they are written, one after another in one shell: against a real manager with
// a few simulated hosts. A block whose first line is a comment with a file's name is kept under that name for the next
// ones. An error that an example is to show stands behind its call as `# 409 CODE`; any other fails the test.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';

const root = path.resolve(import.meta.dirname, '..');
const MOST_MS = 200_000;
const PAGES = ['automate/api.md', 'automate/jobs.md', 'automate/events.md'];
/** Calls that an example makes count with their status, and with the code that an error has. */
const PRELUDE = `exec 2>&1
curl() { command curl --write-out '%{stderr}[HTTP %{http_code}]\\n' "$@"; }
set -euo pipefail
`;

interface Block {
  page: string;
  line: number;
  language: string;
  text: string;
}

interface World {
  manager: ManagerProcess;
  fleet: SimulatedFleet;
  dir: string;
}

const test = suite<World>('the examples of the documentation');

test.before(async (world) => {
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  await world.manager.signIn();
  world.fleet = await startSimulatedFleet(world.manager, 4, { installed: 30, patches: 6, security: 2 });
  world.dir = await mkdtemp(path.join(tmpdir(), 'examples-'));
  await mkdir(path.join(world.dir, 'data'));
  const { body } = await world.manager.call<string>('GET', '/api/v1/ca/root.crt');
  await writeFile(path.join(world.dir, 'data/root.crt'), body);
  await symlink(path.join(root, 'node_modules'), path.join(world.dir, 'node_modules'));
});

test.after(async ({ fleet, manager, dir }) => {
  await fleet?.stop();
  await manager?.stop();
  await rm(dir, { recursive: true, force: true });
});

test('each call answers as its page says', async ({ manager, dir }) => {
  const blocks = (await Promise.all(PAGES.map(blocksOf))).flat();
  for (const { language, text } of blocks) {
    const [, name] = /^(?:#|\/\/) (\w[\w-]*\.\w+)/.exec(text) ?? [];
    if (language !== 'sh' && name !== undefined) await writeFile(path.join(dir, name), text);
  }
  const shell = blocks.filter(({ language }) => language === 'sh');
  const script = shell.map(({ text }, at) => `echo '[BLOCK ${at}]'\n${text}`).join('');
  await writeFile(path.join(dir, 'script.sh'), PRELUDE + script);
  const env = { ...process.env, M: manager.url, PASSWORD: ADMIN_PASSWORD };
  const output = await new Promise<string>((resolve) =>
    execFile(
      'bash',
      ['script.sh'],
      { cwd: dir, env, maxBuffer: 64 << 20, timeout: MOST_MS },
      (error, stdout) => resolve(error ? `${stdout}\n[ENDED ${error.code}]` : stdout),
    ),
  );
  const outputs = output.split(/^\[BLOCK \d+\]\n/m).slice(1);
  assert.is(outputs.length, shell.length, `the shell ended early:\n${outputs.at(-1)?.slice(-2_000)}`);
  for (const [at, block] of shell.entries()) {
    const text = outputs[at] ?? '';
    assert.equal(
      errorsIn(text),
      announcedIn(block.text),
      `${block.page}:${block.line}\n${text.slice(-2_000)}`,
    );
  }
  assert.not.match(output, /\[ENDED/, outputs.at(-1)?.slice(-2_000));
});

async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(path.join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ({ 1: language = '', 2: inner = '', index }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      text: inner,
    }),
  );
}

const errorsIn = (output: string): string[] =>
  [...output.matchAll(/\[HTTP ([45]\d\d|000)\]/g)].map(([, status = '']) => status);

const announcedIn = (text: string): string[] =>
  [...text.matchAll(/# (4\d\d) [A-Z_]+/g)].map(([, status = '']) => status);

test.run();
