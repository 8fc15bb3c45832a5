// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import { advisoriesAreCounted } from './advisories.testing.ts';
import { cvesAreRecorded } from './cves.testing.ts';
import { setUp, tearDown, type World } from './exposure.testing.ts';
import { levelsAreKept } from './levels.testing.ts';
import { lateIsFoundByHost, orderIsCounted } from './order.testing.ts';

const test = suite<World>('exposure');

test.before(setUp);
test.after(tearDown);
test.after.each(({ scope }) => void (scope.now = 'all'));

cvesAreRecorded(test);
levelsAreKept(test);
advisoriesAreCounted(test);
orderIsCounted(test);
lateIsFoundByHost(test);

test.run();
