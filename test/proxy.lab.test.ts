// needs: lab, squid
// images: deb12-t0
// time-limit: 300
// Hosts that reach nothing but a proxy, which is Debian's Squid and asks for a password: real agents that dial through it.
import { X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentArgv, enrollHost, enrollmentToken, startAgent } from './support/fleet.ts';
import { jobHostOf, jobPath, untilEnded } from './support/fleet.ts';
import type { FleetHost, WireHost, WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { followJob, liveUrl } from './support/liveJob.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { patchSlowly } from './support/slowJob.ts';
import { waitFor } from './support/wait.ts';
import { createSquid, throughProxy, wallOff, type Squid } from './support/squid.ts';

const test = suite('hosts behind a proxy');
let manager: ManagerProcess;
let squid: Squid;
let host: FleetHost;

const settings = (url?: string): Record<string, string> => throughProxy(squid, manager, url);

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  squid = await createSquid();
  await squid.start();
  await wallOff(['tcp dport 3129 reject with tcp reset']);
  const env = settings();
  host = await enrollHost(manager, await enrollmentToken(manager), 'behind', '10.77.0.11', { env });
});

test.after(async () => {
  await manager.stop();
  await squid.end();
  await lab.down();
});

const path = (): string => `/api/v1/hosts/${host.host.id}`;

type Shown = WireHost & { connection: string; package_proxies: string[] | null };

async function activeCertificate(): Promise<{ id: string }> {
  const { certificates } = await manager.must<{ certificates: { id: string; status: string }[] }>(
    'GET',
    `/api/v1/certificates?host_id=${host.host.id}`,
  );
  const active = certificates.find(({ status }) => status === 'active');
  if (!active) throw new Error('the host has no active certificate');
  return active;
}

const openedLinks = (): number => host.agent.output.split('"event":"linkOpened"').length - 1;

async function command(name: 'doctor' | 'status', env = settings()): Promise<string> {
  const { stdout, stderr } = await host.lab.exec([...(await agentArgv()), name], { env });
  return stdout + stderr;
}

/** Creates the job and waits for its end. */
const runJob = async (spec: object): Promise<WireJob> =>
  untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', spec));

test('it is enrolled and polled, and reports the address that it has on the way to the proxy', async () => {
  const direct = `exec 3<>/dev/tcp/${controllerAddress}/${manager.port}`;
  assert.is((await host.lab.exec(['timeout', '2', 'bash', '-c', direct])).code, 124);
  const shown = await manager.must<Shown>('GET', path());
  assert.equal(
    [shown.ip_address, shown.connection, shown.health_status],
    [host.lab.address, 'dial', 'healthy'],
  );
  const said = await command('status');
  assert.match(said, `Proxy        ${squid.name}\n`);
  assert.match(said, 'holds since');
  assert.match(await command('doctor'), `ok    proxy: ${squid.name} opens a way to ${controllerAddress}:`);
});

test('a job is planned, approved, run by the real apt and rolled back', async () => {
  const target = { host_ids: [host.host.id] };
  const packages = [{ name: 'lab-hello' }, { name: 'lab-sec' }];
  const plan = await runJob({ operation: 'patch', mode: 'selected', packages, target, dry_run: true });
  assert.ok(jobHostOf(plan, host).plan_hash);
  const run = await runJob({ from_plan_job_id: plan.id });
  assert.is(jobHostOf(run, host).state, 'completed');
  assert.is(await host.lab.dpkgVersion('lab-hello'), '1.1');
  const { logs } = await manager.must<{ logs: unknown[] }>(
    'GET',
    `${jobPath(run)}/hosts/${host.host.id}/log?limit=500`,
  );
  assert.ok(logs.length > 5);
  const undone = await untilEnded(manager, await manager.must<WireJob>('POST', `${jobPath(run)}/rollback`));
  assert.is(undone.state, 'completed');
  assert.is(await host.lab.dpkgVersion('lab-hello'), '1.0');
});

test('a running job is followed live through it, each line when it is written', async () => {
  await host.lab.writeFile('/etc/lab-slow', '6\n');
  const events = await followJob(await liveUrl(manager), await patchSlowly(manager, host));
  const atMs = (text: string): number =>
    events.find(({ data }) => data.lines?.some((line) => line.text.trim() === text))?.atMs ?? NaN;
  const last = events.at(-1)?.atMs ?? NaN;
  assert.ok(last - atMs('slow 0/6') > 4_000, 'the first line came long before the end');
  assert.ok(atMs('slow 5/6') - atMs('slow 1/6') > 2_000, 'and those after it one after the other');
});

test('no password of the proxy is in what the agent logs, prints or is asked', async () => {
  const printed = await host.lab.run([...(await agentArgv()), '--print-config'], { env: settings() });
  assert.match(printed, `https_proxy = "http://${squid.name}"`);
  for (const text of [printed, host.agent.output, await command('status'), await command('doctor')])
    for (const secret of [squid.password, encodeURIComponent(squid.password), `${squid.user}:`])
      assert.not.ok(text.includes(secret));
});

test("the proxies of apt's own configuration are facts of the host, without their passwords; the agent's is not among them", async () => {
  const apt = 'Acquire::http::Proxy::deb.example.org "http://apt:geheim@apt-proxy.example.org:3142";\n';
  await host.lab.writeFile('/etc/apt/apt.conf.d/90proxy', apt);
  await manager.must('POST', `${path()}/refresh`);
  const isKnown = ({ package_proxies: found }: Shown): boolean => (found?.length ?? 0) > 0;
  const { package_proxies: found } = await manager.until<Shown>(path(), isKnown);
  assert.equal(found, ['http://apt-proxy.example.org:3142']);
});

test('its certificate is renewed, and its link opened anew with the new one', async () => {
  const before = await activeCertificate();
  const links = openedLinks();
  await manager.must('POST', `/api/v1/certificates/${before.id}/renew`);
  await waitFor(() => openedLinks() > links, { what: 'a link with the new certificate', timeoutMs: 60_000 });
  assert.is.not((await activeCertificate()).id, before.id);
  await manager.until<Shown>(path(), ({ connected_since: since }) => since !== null);
});

test('the root of all certificates is replaced: it answers throughout, and believes in the new one alone', async () => {
  const file = (name: string): Promise<string> =>
    host.lab.readFile(`/var/lib/fleetmend-agent/identity/${name}`);
  const issuer = async (): Promise<string> => new X509Certificate(await file('agent.crt')).issuer;
  const before = await issuer();
  const rotation = '/api/v1/ca/rotation';
  const until = (probe: (now: { phase: string; hosts: { done: number } }) => boolean) =>
    manager.until<{ rotation: { phase: string; hosts: { done: number } } | null }>(
      rotation,
      ({ rotation: now }) => now !== null && probe(now),
      90_000,
    );
  await manager.must('POST', rotation);
  await until(({ hosts }) => hosts.done === 1);
  await manager.must('POST', `${rotation}/finish`, {});
  await until(({ phase }) => phase === 'finished');
  assert.is.not(await issuer(), before);
  const isAlone = async (): Promise<boolean> =>
    (await file('ca.pem')).match(/BEGIN CERTIFICATE/g)?.length === 1;
  await waitFor(isAlone, { what: 'the former root to be forgotten', timeoutMs: 60_000 });
  const job = await runJob({ operation: 'refresh', target: { host_ids: [host.host.id] } });
  assert.is(job.state, 'completed');
  assert.match(await command('doctor'), `opens a way to ${controllerAddress}:`);
});

test('of two addresses of its manager the first one is down: it enrolls, dials and works by the second', async () => {
  const env = {
    ...settings(),
    FLEETMEND_AGENT_MANAGER_URL: `https://${controllerAddress}:1`,
    FLEETMEND_AGENT_MANAGER_URLS: manager.url,
  };
  const token = await enrollmentToken(manager);
  const other = await enrollHost(manager, token, 'other', '10.77.0.12', { env });
  const job = await runJob({ operation: 'refresh', target: { host_ids: [other.host.id] } });
  assert.is(job.state, 'completed');
  await other.agent.kill();
  other.agent = await startAgent(other.lab, manager, null, env);
  await other.agent.untilListening();
  assert.match(squid.log, /\/503 \d+ CONNECT 10\.77\.0\.1:1 /, 'the first one was tried');
  await other.lab.down();
});

test('a password that the proxy takes no more costs the link until it is right again, and the log says why', async () => {
  await squid.kill();
  await squid.start({ password: 'another' });
  await host.agent.waitForOutput(/refuses the user name or the password of https_proxy \(407\)/, 60_000);
  assert.match(await command('status'), /none since .* refuses the user name or the password/);
  const links = openedLinks();
  await squid.kill();
  await squid.start();
  await waitFor(() => openedLinks() > links, { what: 'a new link', timeoutMs: 90_000 });
});

test('a revoked host loses its link at once, and doctor says so through the proxy', async () => {
  await manager.must('DELETE', `/api/v1/certificates/${(await activeCertificate()).id}`);
  await host.agent.waitForOutput(/has revoked this host's certificate/, 60_000);
  assert.match(await command('doctor'), "answers, but it has revoked this host's certificate");
});

test('doctor names the hop that fails, and why', async () => {
  await host.agent.kill();
  const cases: [https_proxy: string, said: RegExp][] = [
    [
      'http://proxy.invalid:3128',
      /FAIL  proxy: the name of the proxy proxy\.invalid:3128 cannot be resolved/,
    ],
    [squid.url().replace(':3128', ':3129'), /FAIL  proxy: the proxy 10\.77\.0\.2:3129 cannot be reached/],
    [`http://${squid.name}`, /FAIL  proxy: .* asks for a user name and a password, and https_proxy has none/],
    [squid.url('wrong'), /FAIL  proxy: .* refuses the user name or the password of https_proxy \(407\)/],
  ];
  for (const [url, said] of cases) {
    const text = await command('doctor', settings(url));
    assert.match(text, said);
    assert.match(text, 'FAIL  manager: ');
    assert.not.match(text, /otters|wrong@/);
  }
  const port = `${controllerAddress}:1`;
  const elsewhere = { ...settings(), FLEETMEND_AGENT_MANAGER_URL: `https://${port}` };
  assert.match(
    await command('doctor', elsewhere),
    `cannot reach the manager at ${port} (503, ERR_CONNECT_FAIL)`,
  );
  await squid.kill();
  await squid.start({ allowed: '192.0.2.0/24' });
  assert.match(await command('doctor'), /FAIL  proxy: .* forbids connections to 10\.77\.0\.1:\d+ \(403\)/);
});

test.run();
