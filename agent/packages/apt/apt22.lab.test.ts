// tier: night
// needs: lab
// images: deb11-t0
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { AptHost } from '../testing/labApt.ts';
import { patch, startAptHost, update } from '../testing/labApt.ts';

/** What apt reports about its plans only from 2.4 on, and the agent must find out otherwise before. */
const test = suite('apt 2.2');
let apt: AptHost;

test.before(async () => {
  apt = await startAptHost('old', { image: 'debian11' });
  await apt.publish('t1');
});
test.after(() => lab.down());

test('a phased update whose turn has not come is kept back with its reason, unless the plan leaves it out anyway', async () => {
  const kept = async (...request: Parameters<typeof patch>) =>
    (await apt.plan(patch(...request))).keptBack.map(({ name, reason }) => `${name} ${reason}`);
  assert.equal(await kept(null), ['lab-mailer NEEDS_REMOVAL', 'lab-phased PHASED']);
  assert.equal(await kept(null, { exclude: ['lab-phased'] }), [
    'lab-phased EXCLUDED',
    'lab-mailer NEEDS_REMOVAL',
  ]);
  assert.equal(await kept(null, { securityOnly: true }), []);
  assert.equal(await kept(['lab-phased', 'lab-hello']), ['lab-phased PHASED']);
});

test('a request that would remove a package is refused with that package', async () => {
  for (const request of [patch(['lab-mailer']), update('lab-mailer')]) {
    const { code, details } = await apt.refusal(request);
    assert.is(code, 'CONFLICT');
    assert.equal(details['removed'], ['lab-oldmta']);
  }
});

test.run();
