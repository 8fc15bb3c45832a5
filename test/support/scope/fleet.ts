/** Figures of the fleet, and the search through everything. */
import * as assert from 'uvu/assert';
import { waitFor } from '../wait.ts';
import { call, cut, type Schemas } from './calls.ts';
import { packagesOf } from './packages.ts';
import type { Rows } from './row.ts';

export const fleetRows: Rows = {
  async getFleetStatus(w) {
    const own = await cut<Schemas['FleetStatus']>(w, call(w, 'getFleetStatus'));
    assert.is(own.hosts_total, 2);
    // One of two failed jobs holds a host of the operator's; a host that asks to enroll belongs to nobody yet.
    assert.equal([own.jobs_stopped, own.enrollments_pending], [1, 0]);
    assert.equal([own.jobs.failed, own.plans_waiting], [1, 1]);
    // The administrator's figures are cached for a second, and may have been read before all that was prepared.
    const all = await waitFor(async () => {
      const { body } = await call(w, 'getFleetStatus', { role: 'admin' });
      const status = body as Schemas['FleetStatus'];
      return status.jobs_stopped === 2 && status.enrollments_pending === 1 ? status : null;
    });
    assert.equal([all.hosts_total, all.enrollments_pending], [4, 1]);
    assert.equal([all.jobs.failed, all.plans_waiting], [2, 1]);
  },
  async getFleetHistory(w) {
    const own = await cut<Schemas['FleetHistory']>(w, call(w, 'getFleetHistory'));
    assert.equal(own.points, []);
    const all = (await call(w, 'getFleetHistory', { role: 'admin' })).body as Schemas['FleetHistory'];
    assert.ok(all.points.length > 0);
  },
  async getJobSummary(w) {
    const own = await cut<Schemas['JobSummary']>(w, call(w, 'getJobSummary'));
    // Two of the three runs hold a host of the operator's: one changed it, one failed there.
    assert.equal([own.jobs_total, own.hosts_changed, own.hosts_failed], [2, 1, 1]);
    assert.equal(
      own.jobs.map(({ id, hosts_total: hosts }) => [id, hosts]),
      [
        [w.jobs.failed, 1],
        [w.jobs.changed, 1],
      ],
    );
    const all = (await call(w, 'getJobSummary', { role: 'admin' })).body as Schemas['JobSummary'];
    assert.equal([all.jobs_total, all.hosts_changed, all.hosts_failed], [3, 2, 3]);
  },
  getServiceHealth: 'no hosts',
  getUi: 'no hosts',
  async searchEverything(w) {
    await packagesOf(w);
    const of = async (text: string, role?: 'admin') =>
      ((await call(w, 'searchEverything', { query: `?q=${text}`, role })).body as Schemas['SearchResults'])
        .groups;
    const namesOf = async (text: string, role?: 'admin') =>
      Object.fromEntries((await of(text, role)).map(({ kind, items }) => [kind, items.map((i) => i.name)]));
    await cut(w, call(w, 'searchEverything', { query: '?q=e' }));
    const hosts = (await of('example')).find(({ kind }) => kind === 'host')?.items ?? [];
    assert.equal(
      hosts.map(({ id }) => id),
      w.mine.map(({ id }) => id),
    );
    assert.equal((await namesOf('theirs'))['host'], []);
    assert.equal([(await namesOf('secret'))['package'], (await namesOf('bash'))['package']], [[], ['bash']]);
    assert.equal((await namesOf('secret', 'admin'))['package'], ['secret']);
    const jobs = (await of(w.jobs.changed)).find(({ kind }) => kind === 'job')?.items ?? [];
    assert.equal([jobs.length, jobs[0]?.id], [1, w.jobs.changed]);
    assert.match(jobs[0]?.about ?? '', /\b1 host\b/);
    assert.equal((await of(w.jobs.theirs)).find(({ kind }) => kind === 'job')?.total, 0);
    assert.not.ok('user' in (await namesOf('olga')));
    assert.ok(((await namesOf('olga', 'admin'))['user'] ?? []).includes('olga'));
  },
};
