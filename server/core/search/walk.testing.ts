/** Rows of the walks through the contract: the search through everything. */
import * as assert from 'uvu/assert';
import { reads, type FeatureRows } from '#test/support/rows.ts';
import { call, cut, packagesOf, type Schemas } from '#test/support/scope/calls.ts';

export const callers: FeatureRows['callers'] = { 'everybody who is signed in': 'searchEverything' };

export const valid: FeatureRows['valid'] = {
  searchEverything: reads(({ must }) => must('searchEverything', { query: { search: 'new' } })),
};

export const scope: FeatureRows['scope'] = {
  async searchEverything(w) {
    await packagesOf(w);
    const of = async (text: string, role?: 'admin') =>
      (
        (await call(w, 'searchEverything', { query: `?search=${text}`, role }))
          .body as Schemas['SearchResults']
      ).groups;
    const namesOf = async (text: string, role?: 'admin') =>
      Object.fromEntries((await of(text, role)).map(({ kind, items }) => [kind, items.map((i) => i.name)]));
    await cut(w, call(w, 'searchEverything', { query: '?search=e' }));
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
