import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isDataDirLocked, lockDataDir } from './dataDir.ts';

interface Context {
  dataDir: string;
  agents: Contender[];
}

const test = suite<Context>('the lock of the data directory');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-lock-'));
  context.agents = [];
});

test.after.each(async ({ dataDir, agents }) => {
  for (const { child } of agents) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** A process that takes and releases the lock on command, and prints the results. */
const contender = `import { createInterface } from 'node:readline';
import { lockDataDir } from ${JSON.stringify(new URL('./dataDir.ts', import.meta.url).href)};
let release;
createInterface(process.stdin).on('line', (word) => {
  try {
    if (word === 'take') release = lockDataDir(${JSON.stringify('DIR')}, 50);
    else release?.(), (release = undefined);
    console.log(word === 'take' ? 'runs' : 'released');
  } catch (error) {
    console.log(error.message);
  }
});`;

class Contender {
  readonly child: ChildProcess;
  #answers: AsyncIterator<string>;

  constructor({ dataDir, agents }: Context) {
    const script = contender.replace('"DIR"', JSON.stringify(dataDir));
    this.child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(this.child.stdout as NodeJS.ReadableStream);
    this.#answers = lines[Symbol.asyncIterator]();
    agents.push(this);
  }

  async say(word: 'take' | 'release'): Promise<string> {
    this.child.stdin?.write(`${word}\n`);
    return String((await this.#answers.next()).value);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

test('of two agents that start at once exactly one runs, 200 times, also after one was killed', async (context) => {
  let pair = [new Contender(context), new Contender(context)];
  for (let round = 0; round < 200; round += 1) {
    const answers = await Promise.all(pair.map((agent) => agent.say('take')));
    const winners = pair.filter((_, i) => answers[i] === 'runs');
    assert.is(winners.length, 1, answers.join(' and '));
    assert.match(answers.find((answer) => answer !== 'runs') ?? '', /^another agent already runs on/);
    const [winner] = winners as [Contender];
    if (round % 20 === 19) {
      await winner.kill();
      pair = pair.map((agent) => (agent === winner ? new Contender(context) : agent));
    } else assert.is(await winner.say('release'), 'released');
  }
});

test('nobody else can keep the agent from starting: no name outside of its directory is used', async ({
  dataDir,
}) => {
  const hash = createHash('sha256').update(await realpath(dataDir));
  const name = `\0fleetmend-agent-${hash.digest('hex').slice(0, 32)}`;
  const squatter = createServer().listen({ path: name });
  await once(squatter, 'listening');
  lockDataDir(dataDir)();
  await new Promise((resolve) => squatter.close(resolve));
  lockDataDir(dataDir)();
  assert.is((await stat(join(dataDir, 'agent.lock'))).mode & 0o777, 0o600);
});

test('others see that it is held, and no longer once its process was killed', async (context) => {
  const { dataDir } = context;
  assert.is(isDataDirLocked(dataDir), false, 'never run');
  const agent = new Contender(context);
  assert.is(await agent.say('take'), 'runs');
  assert.is(isDataDirLocked(dataDir), true);
  await agent.kill();
  assert.is(isDataDirLocked(dataDir), false);
  assert.is(isDataDirLocked(join(dataDir, 'missing')), false);
});

test('a lock file that is none is told with what to do', async ({ dataDir }) => {
  await writeFile(join(dataDir, 'agent.lock'), 'x'.repeat(4096));
  assert.throws(
    () => lockDataDir(dataDir),
    /agent\.lock cannot be taken \(file is not a database\); remove it/,
  );
});

test.run();
