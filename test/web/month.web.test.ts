// tier: night
// needs: chromium
// time-limit: 480
// The month of an administrator of two hundred hosts, by keyboard alone: what each of the tasks costs, and the sum.
import * as assert from 'uvu/assert';
import { testAccess } from './month/access.ts';
import { testCalendar } from './month/calendar.ts';
import { testConnections } from './month/connections.ts';
import { testExposure } from './month/exposure.ts';
import { testHosts } from './month/hosts.ts';
import { Month } from './month/month.testing.ts';

/** What all tasks together may cost; lower it when one becomes shorter. Approval by a second person is not among them. */
const MOST_STEPS = 76;

const month = new Month('web: the month');
testHosts(month);
testCalendar(month);
testExposure(month);
testConnections(month);
testAccess(month);

month.test('the month costs no more steps than it did', async () => {
  const sum = (of: 'steps' | 'tabs'): number => month.costs.reduce((all, cost) => all + cost[of], 0);
  console.log(`${sum('steps')} of ${MOST_STEPS} steps, ${sum('tabs')} Tab: the month`);
  assert.ok(sum('steps') <= MOST_STEPS, `${sum('steps')} steps, at most ${MOST_STEPS}`);
});

month.test.run();
