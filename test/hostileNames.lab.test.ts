// tier: night
// needs: lab, strace
// images: deb12-t0, el9-t0, fedora-t0, suse-t0
// time-limit: 240
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkAnswer } from '../agent/testing/contract.ts';
import { agentErrors } from '../server/shared/wire/agentErrors.ts';
import { startEnrolledAgent, type AgentClient, type AgentReply } from './support/agentClient.ts';
import { hostileNames } from './support/hostileNames.ts';
import { isOfHello, isOption, strays, subjects } from './support/hostileNamesSubjects.ts';
import { lab } from './support/lab.ts';
import { seeded } from './support/random.ts';
import { readExecutions, straceArgv, type Execution } from './support/strace.ts';
import { waitFor } from './support/wait.ts';

const nameCount = 500;
/** Seed of the names, which differ from run to run; `NAMES_SEED` in the environment repeats those of a run. */
const seed = Number(process.env['NAMES_SEED'] ?? Math.floor(Math.random() * 2 ** 32));

type Call = [method: string, resource: string, body?: unknown];
type Route = (name: string) => Call;

const packages = '/api/v1/packages';
const patches = '/api/v1/patches';
const hello = 'lab-hello';

/** Every route that changes something, once for each of its places for a name or a version. */
const routes: readonly Route[] = [
  (name) => ['POST', packages, { packages: [{ name }] }],
  (name) => ['POST', packages, { packages: [{ name: hello }, { name }], dry_run: true }],
  (version) => ['POST', packages, { packages: [{ name: hello, version }] }],
  (name) => ['PUT', packages, { packages: [{ name }] }],
  (version) => ['PUT', packages, { packages: [{ name: hello, version }], dry_run: true }],
  (name) => ['PUT', packages, { hold: [hello, name] }],
  (name) => ['PUT', packages, { unhold: [name] }],
  (name) => ['DELETE', packages, { packages: [{ name }], purge: true, autoremove: true }],
  (name) => ['DELETE', packages, { packages: [{ name }], dry_run: true }],
  (name) => ['POST', patches, { packages: [name] }],
  (name) => ['POST', patches, { packages: [hello], exclude: [name], dry_run: true }],
  (hash) => ['POST', patches, { packages: [hello], plan_hash: hash }],
  (name) => ['POST', `${packages}`, `{"packages":[{"name":"${hello}","${hostileKey(name)}":1}]}`],
  (id) => ['POST', `/api/v1/jobs/${encoded(id)}/rollback`],
  (id) => ['DELETE', `/api/v1/jobs/${encoded(id)}`],
];

const hostileKey = (name: string): string => JSON.stringify(`x${name}`).slice(1, -1);

/**
 * Encodes the text as one segment of a path: a lone surrogate has no encoding, and an empty text, `.` and `..` would be
 * another path.
 */
const encoded = (text: string): string =>
  /^\.{0,2}$/.test(text) ? '%00' : encodeURIComponent(text.toWellFormed());

const test = suite('hostile names');
test.after.each(() => lab.down());

/** Checks a reply: a refusal has a code of the list, and the contract's envelope; what is accepted is a job. */
function checkReply([method, resource]: Call, { status, body }: AgentReply): void {
  checkAnswer(method, resource, status, body);
  if (status === 202) return;
  assert.ok(status >= 400 && status < 500, `${method} ${resource} answered ${status}`);
  assert.ok((body?.error?.code ?? '') in agentErrors, JSON.stringify(body));
}

/** Sends every call, a few at a time; returns how many were refused with each code, and the jobs. */
async function sendAll(client: AgentClient, calls: readonly Call[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const queue = [...calls];
  const work = async (): Promise<void> => {
    for (let call = queue.shift(); call; call = queue.shift()) {
      const reply = await client.call(...call);
      checkReply(call, reply);
      const code = reply.body?.error?.code ?? 'accepted';
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return counts;
}

/** Waits until no job is left; cancels jobs that have not begun. */
async function settle(client: AgentClient): Promise<void> {
  const { body } = await client.call('GET', '/api/v1/jobs?status=pending&limit=500');
  const pending = (body?.data?.['jobs'] ?? []) as { job_id: string }[];
  for (const { job_id } of pending) await client.call('POST', `/api/v1/jobs/${job_id}/cancel`);
  const running = async (): Promise<boolean> => {
    const health = await client.call('GET', '/health');
    return health.body?.data?.['running_job_id'] === null;
  };
  await waitFor(running, { timeoutMs: 60_000, what: 'the last job' });
}

const wordsOf = (executions: readonly Execution[]): Set<string> =>
  new Set(executions.flatMap(({ argv }) => argv.flatMap((word) => [word, ...word.split('=')])));

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

for (const subject of subjects) {
  test(`${subject.image}: ${nameCount} names through every route that changes something start nothing but the package manager`, async () => {
    const startedAt = Date.now();
    await lab.startRepo('t1', subject.family);
    const host = await lab.up(`${subject.image}-names`, '10.77.0.11', { image: subject.image });
    await host.run(subject.refresh);
    const known = new Set(lines(await host.run(['sh', '-c', subject.catalogue])));
    const names = hostileNames(nameCount, seeded(seed), known);
    const trace = path.join(await mkdtemp(path.join(tmpdir(), 'trace-')), 'executions');
    const { agent, client } = await startEnrolledAgent(host, straceArgv(trace));
    const begun = (await readExecutions(trace)).length;
    const before = await host.run(['sh', '-c', subject.database]);

    const { routesPerName = routes.length } = subject;
    const calls = names.flatMap((name, i) =>
      Array.from(
        { length: routesPerName },
        (_, k) => routes[(i * routesPerName + k) % routes.length]?.(name) as Call,
      ),
    );
    const counts = await sendAll(client, calls);
    await settle(client);
    const named = (await readExecutions(trace)).length;
    const control = await client.call('POST', packages, { packages: [{ name: 'lab-extra' }], dry_run: true });
    assert.is(control.status, 202);
    await settle(client);
    client.close();
    await agent.kill('TERM');
    const all = await readExecutions(trace);
    const executions = all.slice(begun);

    const shown = [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
    console.log(
      `${subject.image}: ${names.length} names in ${calls.length} calls (${shown}); ${executions.length} programs` +
        ` started (seed ${seed}, ${Math.round((Date.now() - startedAt) / 1000)} s)`,
    );
    assert.is(await host.run(['sh', '-c', subject.database]), before, `seed ${seed}`);
    assert.equal(strays(subject, executions, known), [], `seed ${seed}`);
    // The control's own words prove nothing: a generated name may be one of them (lab-extra.noarch).
    const said = wordsOf(all.slice(begun, named));
    assert.equal(
      names.filter((name) => said.has(name) && !isOption(name) && !isOfHello(name)),
      [],
      `seed ${seed}`,
    );
    const controlled = [...wordsOf(all.slice(named))];
    assert.ok(
      controlled.some((word) => /^lab-extra\b/.test(word)),
      'the trace shows what is started',
    );
    assert.ok((counts.get('PACKAGE_NOT_FOUND') ?? 0) > 0 && (counts.get('VALIDATION_FAILED') ?? 0) > 0);
  });
}

test.run();
