import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { startMailServer, type MailServer } from '../../plugins/notifications/mailServer.testing.ts';
import { ENDED, jobHostOf, jobPath, type FleetHost, type WireJob } from './fleet.ts';
import { EitherManager } from './eitherManager.ts';
import type { FastClock } from './fastClock.ts';
import type { ManagerProcess } from './manager.ts';
import { dpkgOf } from './patchNight.ts';
import { waitFor } from './wait.ts';
import { startWebhookReceiver, type Call, type WebhookReceiver } from './webhookReceiver.ts';

type Job = components['schemas']['Job'];
type Policy = components['schemas']['Policy'];
type Runs = components['schemas']['PolicyRunList'];

/** The packages that the night upgrades: a service, and a program with its two libraries. */
const PACKAGES = ['lab-app', 'lab-base', 'lab-lib', 'lab-svc'];
export const BEFORE = {
  'lab-app': 'ii 1.0',
  'lab-base': 'ii 1.0',
  'lab-lib': 'ii 1.0',
  'lab-svc': 'ii 1.0',
};
export const AFTER = {
  'lab-app': 'ii 2.0',
  'lab-base': 'ii 2.0',
  'lab-lib': 'ii 2.0',
  'lab-svc': 'ii 1.1',
};
const SOAK_SECS = 3_600;
/** Longer than a check may take to succeed after the work. */
const SETTLE_SECS = 75;
const SECOND_WAVE = 6;

interface Standing {
  versions: Record<string, string>;
  upgrades: number;
  downgrades: number;
}

export interface WaveNightOptions {
  managers: readonly ManagerProcess[];
  fleet: ReadonlyMap<string, FleetHost>;
  /** The host of the first wave. It and the next two have systemd, and a check that looks at the service. */
  canary: string;
  /** Host of the second wave: the new version of the service does not run there. */
  broken: string;
  /** Host of the third wave. */
  last: string;
  /** The clock of the managers, on which all of this depends. */
  clock: Pick<FastClock, 'now' | 'advance'>;
}

/**
 * A policy that runs in three waves over real hosts: the canary succeeds, a host of the second wave fails, the job
 * halts, and a person rolls that wave back.
 */
export class WaveNight extends EitherManager {
  readonly mail: MailServer;
  readonly #options: WaveNightOptions;
  readonly #receiver: WebhookReceiver;
  #policyId = '';

  private constructor(options: WaveNightOptions, mail: MailServer, receiver: WebhookReceiver) {
    super(options.managers);
    this.#options = options;
    this.mail = mail;
    this.#receiver = receiver;
  }

  /** Starts the receivers of notifications, and sets up the managers and hosts. */
  static async prepare(options: WaveNightOptions): Promise<WaveNight> {
    const mail = await startMailServer({ port: 25 });
    const night = new WaveNight(options, mail, await startWebhookReceiver());
    await night.#tellSomebody();
    for (const name of [options.canary, options.broken, options.last]) await night.#watchService(name);
    await night.#breakLater(night.host(options.broken));
    await night.ask('PUT', `/api/v1/hosts/${night.host(options.canary).host.id}`, { tags: ['canary'] });
    await night.#makePolicy();
    return night;
  }

  host(name: string): FleetHost {
    const found = this.#options.fleet.get(name);
    if (!found) throw new Error(`there is no host ${name}`);
    return found;
  }

  get calls(): Call[] {
    return this.#receiver.calls();
  }

  async stop(): Promise<void> {
    await this.mail.stop();
  }

  /** The hosts of each wave, by name, as the job has them. */
  wavesOf(job: Job): string[][] {
    const names = [...this.#options.fleet];
    const numbered = names.map(([name, { host }]) => ({
      name,
      wave: job.hosts?.find(({ host_id }) => host_id === host.id)?.wave,
    }));
    return [1, 2, 3].map((number) => numbered.flatMap(({ name, wave }) => (wave === number ? [name] : [])));
  }

  /** Moves the clock until the policy is due; returns the job that it made by itself. */
  async fire(): Promise<Job> {
    const path = `/api/v1/policies/${this.#policyId}`;
    const known = await this.ask<Runs>('GET', `${path}/runs`);
    const { next_start_at: next } = await this.ask<Policy>('GET', path);
    this.#options.clock.advance((Date.parse(next ?? '') - this.#options.clock.now()) / 1_000 + 1);
    const made = ({ runs }: Runs): boolean =>
      runs.length > known.runs.length && (runs[0]?.run_job_id ?? null) !== null;
    const { runs } = await this.until<Runs>(`${path}/runs`, made);
    assert.is(runs[0]?.cause, 'schedule');
    return this.ask<Job>('GET', `/api/v1/jobs/${runs[0]?.run_job_id}`);
  }

  /** Waits until the job has halted in the second wave. */
  async untilHalted(job: { id: string }): Promise<Job> {
    const soaks = await this.until<Job>(jobPath(job), (seen) => seen.wave_states?.[0]?.state === 'soaking');
    assert.equal(soaks.counts, { ...soaks.counts, completed: 1, pending: soaks.hosts_total - 1 });
    this.#options.clock.advance(SOAK_SECS);
    const broken = this.host(this.#options.broken);
    await this.until<Job>(jobPath(job), (seen) => {
      const { state, reason } = jobHostOf(seen as unknown as WireJob, broken);
      return state === 'verifying' && reason === 'CHECK_FAILING';
    });
    this.#options.clock.advance(SETTLE_SECS);
    return this.until<Job>(jobPath(job), ({ state }) => state === 'paused');
  }

  untilEnded(job: { id: string }): Promise<Job> {
    return this.until<Job>(jobPath(job), ({ state }) => ENDED.has(state));
  }

  /** The packages of each host now, and how often its dpkg has upgraded and downgraded those of the night. */
  async standings(): Promise<Record<string, Standing>> {
    const one = async ([name, host]: [string, FleetHost]) => {
      const log = (await host.lab.readFile('/var/log/dpkg.log')).split('\n');
      const times = (from: string) =>
        log.filter((line) => new RegExp(` upgrade lab-(app|base|lib|svc):all ${from}`).test(line)).length;
      const versions = await dpkgOf(host, PACKAGES);
      return [name, { versions, upgrades: times('1\\.0'), downgrades: times('(1\\.1|2\\.0)') }] as const;
    };
    return Object.fromEntries(await Promise.all([...this.#options.fleet].map(one)));
  }

  /**
   * Asserts these notifications and no others, each once: the subject of the mail, the fact sent to the webhook, and
   * the job.
   */
  async assertTold(wanted: readonly (readonly [string, string, string])[]): Promise<void> {
    const enough = (): boolean =>
      this.mail.received.length >= wanted.length && this.calls.length >= wanted.length;
    await waitFor(enough, { what: `${wanted.length} mails and calls` });
    await this.untilAllSent();
    const subjects = this.mail.received.map(({ mail }) => mail.subject ?? '');
    assert.equal(subjects.sort(), wanted.map(([subject]) => subject).sort());
    const facts = this.calls.map(({ body }) => `${body.fact} ${body.data.job.id}`);
    assert.equal(facts.sort(), wanted.map(([, fact, id]) => `${fact} ${id}`).sort());
  }

  async serviceOf(name: string): Promise<string> {
    const { stdout } = await this.host(name).lab.exec(['systemctl', 'is-active', 'lab-svc']);
    return stdout.trim();
  }

  /** Makes a policy that runs every few hours, so that several nights fit into one. It leaves other packages alone. */
  async #makePolicy(): Promise<void> {
    const { fleet, clock } = this.#options;
    const start = new Date(clock.now() + 600_000).toISOString().replaceAll(/[-:]|\..*/g, '');
    const policy = await this.ask<Policy>('POST', '/api/v1/policies', {
      name: 'Patch night',
      timezone: 'UTC',
      mode: 'all',
      exclude: await this.#others(),
      rrule: `DTSTART:${start}\nRRULE:FREQ=HOURLY;INTERVAL=3`,
      target: { host_ids: [...fleet.values()].map(({ host }) => host.id) },
      waves: [{ count: 1, soak_secs: SOAK_SECS }, { count: SECOND_WAVE }],
      health_gate: { post: true },
    });
    this.#policyId = policy.id;
  }

  /** All packages of the lab except those of this night. */
  async #others(): Promise<string[]> {
    const format = '${db:Status-Abbrev}${Package}\n';
    const list = ['dpkg-query', '-W', '-f', format, 'lab-*', 'linux-image-*'];
    const texts = await Promise.all(
      [...this.#options.fleet.values()].map(({ lab: inside }) => inside.run(list)),
    );
    const rows = texts.flatMap((text) => text.split('\n')).filter((row) => row.startsWith('ii '));
    const names = new Set(rows.map((row) => row.slice(3)));
    return [...names].filter((name) => !PACKAGES.includes(name));
  }

  async #tellSomebody(): Promise<void> {
    await this.ask('PUT', '/api/v1/settings', {
      smtp: {
        enabled: true,
        host: '127.0.0.1',
        port: 25,
        tls_mode: 'none',
        from: 'fleetmend@example.test',
      },
      notification: { email_enabled: true, recipients: ['olga@example.test'] },
    });
    const hook = { name: 'chat', url: this.#receiver.url };
    const { id } = await this.ask<{ id: string }>('POST', '/api/v1/webhooks', hook);
    const facts = ['job.paused', 'job.failed', 'job.completed'];
    await this.ask('POST', '/api/v1/notification-rules', { name: 'all', facts, webhook_ids: [id] });
  }

  /** Starts the service, and adds a check that looks at it. */
  async #watchService(name: string): Promise<void> {
    const { lab: inside, host } = this.host(name);
    await inside.run(['systemctl', 'enable', '-q', '--now', 'lab-svc']);
    const check = { kind: 'service', name: 'The service', service_name: 'lab-svc' };
    await this.ask('POST', `/api/v1/hosts/${host.id}/health-checks`, check);
  }

  /** Changes how the service starts, as a person might, so that the new version does not run. */
  async #breakLater({ lab: inside }: FleetHost): Promise<void> {
    const start = `/bin/sh -c 'grep -qx 1.0 /usr/share/lab/lab-svc || exit 3; exec /usr/sbin/lab-svcd'`;
    const file = '/etc/systemd/system/lab-svc.service.d/own.conf';
    await inside.writeFile(file, `[Service]\nExecStart=\nExecStart=${start}\n`);
    await inside.run(['systemctl', 'daemon-reload']);
    await inside.run(['systemctl', 'restart', 'lab-svc']);
  }
}
