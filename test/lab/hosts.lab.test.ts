// needs: lab
// images: deb12-t0, deb12sd-t0
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab, projectInHost } from '../support/lab.ts';
import { requestText } from '../support/plainHttp.ts';
import { runOrThrow } from '../support/process.ts';
import { waitFor } from '../support/wait.ts';
import type { LabHost } from '../support/lab.ts';

const test = suite('lab hosts');
let host: LabHost;

test.before(async () => {
  await lab.startRepo();
  host = await lab.up('web1', '10.77.0.11');
});
test.after(() => lab.down());

test('a host runs the Node of the tests and sees the project read only', async () => {
  assert.is((await host.run(['node', '-v'])).trim(), process.version);
  assert.is((await host.exec(['touch', `${projectInHost}/x`])).code, 1);
  assert.match(await host.readFile(`${projectInHost}/package.json`), '"fleetmend"');
});

test('a file written is read back, output and exit code are told apart', async () => {
  await host.writeFile('/etc/lab/deep/file', 'ümläut\n', '600');
  assert.is(await host.readFile('/etc/lab/deep/file'), 'ümläut\n');
  const result = await host.exec(['sh', '-c', 'echo out; echo err >&2; exit 3']);
  assert.equal(result, { code: 3, stdout: 'out\n', stderr: 'err\n' });
});

test('a command over its time limit is killed inside the host', async () => {
  assert.is((await host.exec(['sleep', '1234'], { timeoutMs: 200 })).code, 137);
  assert.is((await host.exec(['pgrep', '-f', '^sleep 1234'])).code, 1);
});

test('a spawned process is killed by its own id', async () => {
  const process = await host.spawn(['sh', '-c', 'echo ready; sleep 4321'], { env: { A: 'b c' } });
  await process.waitForOutput(/ready/);
  await process.kill();
  assert.is((await host.exec(['sh', '-c', `kill -0 ${process.pid}`])).code, 1);
});

test('apt installs what was published, and a held lock stops it', async () => {
  await lab.publish('t1');
  await host.run(['apt-get', '-qq', '-o', 'APT::Update::Error-Mode=any', 'update']);
  const lock = await host.holdDpkgLock();
  const upgrade = ['apt-get', '-y', '-qq', 'install', '--only-upgrade', 'lab-hello'];
  assert.is((await host.exec(upgrade)).code, 100);
  await lock.kill();
  assert.is(await host.dpkgVersion('lab-hello'), '1.0');
  await host.run(upgrade);
  assert.is(await host.dpkgVersion('lab-hello'), '1.1');
  assert.is(await host.dpkgStatus('lab-hello'), 'ii');
  assert.is((await host.dpkgVersions())['lab-hello:all'], '1.1');
  assert.is(await host.dpkgVersion('lab-none'), null);
});

test('a power cut keeps the disk, a reset does not', async () => {
  const bootId = await host.readFile('/proc/sys/kernel/random/boot_id');
  await host.cut();
  await host.boot();
  assert.is.not(await host.readFile('/proc/sys/kernel/random/boot_id'), bootId);
  assert.is(await host.dpkgVersion('lab-hello'), '1.1');
  await host.reset();
  assert.is(await host.dpkgVersion('lab-hello'), '1.0');
});

test('the controller keeps its network address of hardware as hosts come and go: they remember it', async () => {
  const address = () => runOrThrow(['ip', '-brief', 'link', 'show', 'labbr0']);
  const before = await address();
  await host.boot();
  assert.is(await address(), before);
});

test('what was saved is there again after a reset to it, and gone after the next', async () => {
  await host.reset();
  await host.run(['dpkg', '-r', 'lab-hello']);
  await host.writeFile('/etc/lab-saved', 'yes\n');
  await host.cut();
  const layer = path.join(process.env['LAB_DIR'] ?? '', 'layers/web1');
  await host.save(layer);
  await host.reset(layer);
  assert.is(await host.dpkgVersion('lab-hello'), null);
  assert.is(await host.readFile('/etc/lab-saved'), 'yes\n');
  assert.is((await host.exec(['ls', '/usr/share/lab/lab-hello'])).code, 2);
  await host.reset();
  assert.is(await host.dpkgVersion('lab-hello'), '1.0');
  assert.is((await host.exec(['ls', '/etc/lab-saved'])).code, 2);
});

test('programs that a test starts with node find compiled sources where the runner keeps some; others never', async () => {
  const cache = process.env['NODE_COMPILE_CACHE'] ? '/run/lab-compile-cache' : undefined;
  const script = 'console.log(process.env.NODE_COMPILE_CACHE)';
  assert.is((await host.run(['node', '-e', script])).trim(), String(cache));
  assert.is((await host.run(['sh', '-c', `node -e "${script}"`])).trim(), 'undefined');
  if (cache) await host.run(['sh', '-c', `test -w ${cache}`]);
});

test('an unplugged host is out of reach until it is plugged in again', async () => {
  const peer = await lab.up('web2', '10.77.0.12');
  const server = await peer.spawn([
    'node',
    '-e',
    'require("http").createServer((q,s)=>s.end("hi")).listen(8000,()=>console.log("up"))',
  ]);
  await server.waitForOutput(/up/);
  const ask = (): Promise<string> => requestText('http://10.77.0.12:8000', { timeoutMs: 1000 });
  assert.is(await waitFor(ask, { what: 'an answer' }), 'hi');
  await peer.unplug();
  assert.ok(
    await ask().then(
      () => false,
      () => true,
    ),
  );
  await peer.plug();
  // A packet that was sent too early is repeated after a second.
  assert.is(await waitFor(ask, { what: 'an answer' }), 'hi');
});

test('a host with systemd runs units', async () => {
  const systemd = await lab.up('sd1', '10.77.0.13', { image: 'debian12-systemd' });
  await systemd.run(['systemd-run', '--wait', '--unit=lab-once', 'sh', '-c', 'echo done >/var/tmp/once']);
  assert.is(await systemd.readFile('/var/tmp/once'), 'done\n');
  assert.is(await systemd.dpkgVersion('lab-hello'), '1.0');
});

test.run();
