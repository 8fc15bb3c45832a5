import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../test/support/ports.ts';
import { ChildOutput } from '../test/support/process.ts';
import { loadConfig } from './config.ts';
import { setup, withKeys } from './setup.ts';
import { support } from './support.ts';

interface World {
  folder: string;
  file: string;
}

const test = suite<World>('set-up of a manager at its machine');

test.before.each((world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'setup-'));
  world.file = path.join(world.folder, 'manager.toml');
  const shipped = readFileSync(path.join(import.meta.dirname, 'packaging/manager.toml'), 'utf8');
  writeFileSync(world.file, shipped.replace('/var/lib/fleetmend"', `${world.folder}/data"`), { mode: 0o640 });
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

/** The lines that it prints, or why it refuses. Nothing is started. */
async function run({ file }: World, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  try {
    await setup([...args, '--yes', '--no-start'], (line) => lines.push(line), loadConfig({}, file));
    return lines.join('\n');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}
const configOf = ({ file }: World) => loadConfig({}, file);

test('it writes what was answered into the file that is there, and a second time changes nothing', async (world) => {
  const before = readFileSync(world.file, 'utf8');
  assert.match(await run(world, '--name', 'localhost', '--port', '18443'), `Written: ${world.file}`);
  const { publicUrl, webNames, listen, port, metricsPort } = configOf(world);
  assert.equal([publicUrl, listen, port], ['https://localhost:18443', '0.0.0.0', 18_443]);
  assert.ok(webNames.includes('localhost'));
  // What nobody was asked for, and all comments, are as before.
  assert.is(metricsPort, 9_464);
  const after = readFileSync(world.file, 'utf8');
  assert.is(after.split('\n').length, before.split('\n').length);
  assert.is(statSync(world.file).mode & 0o777, 0o640);
  assert.match(await run(world), `${world.file} already has these settings.`);
  assert.is(readFileSync(world.file, 'utf8'), after);
});

test('a variable of the shell, which the service does not see, counts as not set, and is named', async (world) => {
  process.env['FLEETMEND_PORT'] = '18444';
  const config = loadConfig(process.env, world.file);
  const lines: string[] = [];
  const words = ['--name', 'localhost', '--port', '18444', '--yes', '--no-start'];
  await setup(words, (line) => lines.push(line), config).finally(() => delete process.env['FLEETMEND_PORT']);
  assert.match(lines[0] ?? '', 'the service does not see FLEETMEND_PORT');
  assert.is(configOf(world).port, 18_444);
});

test('a manager that was started is not turned into another one', async (world) => {
  await run(world, '--name', 'localhost', '--port', '18443');
  const { dataDir } = configOf(world);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path.join(dataDir, 'instance.id'), '01939f72-8192-73a4-b5c6-d7e8f9011290\n');
  const refused = await run(world, '--name', '127.0.0.1');
  assert.match(refused, 'already set up, and this would change public_url');
  assert.match(await run(world, '--name', 'localhost'), 'already has these settings');
});

test('it refuses what cannot work, all of it at once, and writes nothing', async (world) => {
  const before = readFileSync(world.file, 'utf8');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const words = [
    '--listen',
    '127.0.0.1',
    '--port',
    String(port),
    '--database',
    'mysql://fleetmend@127.0.0.1:1/x',
  ];
  const refused = await run(world, '--name', 'no-such-name.invalid', ...words, '--certificate', '/none.pem');
  taken.close();
  assert.match(refused, 'nothing was changed:');
  assert.match(refused, /--name: no-such-name.invalid does not resolve \(E[A-Z_]+\)/);
  assert.match(refused, `--port: port ${port} is taken by another program`);
  assert.match(
    refused,
    /--database: .*ECONNREFUSED.*check that it is running, and that the address is right/,
  );
  assert.match(refused, '--certificate: /none.pem does not exist');
  assert.is(readFileSync(world.file, 'utf8'), before);
  assert.match(
    await run(world, '--nmae', 'x'),
    /refused: setup: Unknown option '--nmae'; options:\n {2}--name NAME/,
  );
  assert.match(await run(world, '--name', 'https://localhost'), '"https://localhost" is not a host name');
  assert.match(await run(world), '--name: it is required');
  const given = ['--database', 'mysql://fleetmend:secret@127.0.0.1/x'];
  assert.match(await run(world, '--name', 'localhost', ...given), 'leave the password out of the address');
});

test('at a terminal the answer that is wrong is asked for again, and it is shown', async ({
  folder,
  file,
}) => {
  const main = path.join(import.meta.dirname, 'main.ts');
  const command = `${process.execPath} ${main} --config ${file} setup --no-start`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const output = new ChildOutput(child);
  const gone = 'mysql://fleetmend@127.0.0.1:1/x';
  const answers: [RegExp, string][] = [
    [/Name by which/, 'localhost'],
    [/Address to listen on/, '127.0.0.1'],
    [/Port \[/, String(await freePort())],
    [/Data directory/, path.join(folder, 'data')],
    [/Database: .*sqlite\]: /, gone],
    [/Database password: /, 'secret'],
    [/ECONNREFUSED[^]*right\.[^]*\[mysql:\/\/fleetmend@127\.0\.0\.1:1\/x\]: /, 'sqlite'],
    [/Your own certificate/, ''],
  ];
  for (const [question, answer] of answers) {
    await output.waitFor(question);
    child.stdin.write(`${answer}\n`);
  }
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.match(output.text, `Written: ${file}`);
  assert.is(loadConfig({}, file).databaseUrl, null);
});

test('a name that this machine itself knows by a loopback address, as Debian has it, is no reason to warn', async (world) => {
  assert.not.match(
    await run(world, '--name', 'localhost', '--port', '18443'),
    'not an address of this machine',
  );
});

test('keys go to their places: over the value, over the comment, or to the end', () => {
  const text = '# About a.\n#a = 1\nb = 2\n# c = 3 is a sentence\n';
  const changes = new Map<string, string | number | string[]>([
    ['a', 'x"y'],
    ['b', 5],
    ['d', ['e']],
  ]);
  assert.is(withKeys(text, changes), '# About a.\na = "x\\"y"\nb = 5\n# c = 3 is a sentence\nd = [ "e" ]\n');
});

test('a secret comes as a credential of systemd where the configuration has none', ({ folder, file }) => {
  writeFileSync(path.join(folder, 'admin_password'), 'correct horse battery\n');
  writeFileSync(path.join(folder, 'listen'), '0.0.0.0');
  const env = { CREDENTIALS_DIRECTORY: folder };
  assert.is(loadConfig(env, file).adminPassword, 'correct horse battery');
  assert.is(loadConfig(env, file).listen, '127.0.0.1');
  assert.is(
    loadConfig({ ...env, FLEETMEND_ADMIN_PASSWORD: 'another one' }, file).adminPassword,
    'another one',
  );
});

test('the file for whoever helps has no secret in it, and says what could not be read', async ({
  folder,
  file,
}) => {
  const config = loadConfig(
    {
      FLEETMEND_ADMIN_PASSWORD: 'correct horse battery',
      DATABASE_URL: 'mysql://fleetmend:pa%2Fss@127.0.0.1:1/x',
    },
    file,
  );
  const out = path.join(folder, 'support.txt');
  const lines: string[] = [];
  assert.is(await support([out], (line) => lines.push(line), config), 0);
  const text = readFileSync(out, 'utf8');
  assert.is(statSync(out).mode & 0o777, 0o600);
  for (const secret of ['correct horse', 'pa%2Fss', 'pa/ss']) assert.not.match(text, secret);
  assert.match(text, '===== configuration =====');
  assert.match(text, 'admin_password = "********"');
  assert.match(text, /===== database =====\ncannot be read: .*ECONNREFUSED/);
  assert.match(text, '===== log =====');
  assert.match(lines.join('\n'), 'review it before you send it');
  const again = await support([out], () => undefined, config).catch(
    (error: unknown) => (error as Error).message,
  );
  assert.match(String(again), 'EEXIST');
  assert.ok(existsSync(out));
});

test.run();
