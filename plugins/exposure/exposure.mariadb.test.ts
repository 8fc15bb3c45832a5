// needs: mariadb
import { suite } from 'uvu';
import { cvesAreRecorded } from './cves.testing.ts';
import { setUp, tearDown, type World } from './exposure.testing.ts';
import { levelsAreKept } from './levels.testing.ts';
import { lateIsFoundByHost, orderIsCounted } from './order.testing.ts';

process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('exposure on MariaDB');

test.before(setUp);
test.after(tearDown);
test.after.each(({ scope }) => void (scope.now = 'all'));

cvesAreRecorded(test);
levelsAreKept(test);
orderIsCounted(test);
lateIsFoundByHost(test);

test.run();
