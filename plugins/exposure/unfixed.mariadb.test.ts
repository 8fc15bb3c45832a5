// needs: mariadb
import { suite } from 'uvu';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages, unfixedIsCounted } from './unfixed.testing.ts';

process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('exposure: without a fix on MariaDB');

test.before(setUpWithPackages);
test.after(tearDown);

unfixedIsCounted(test);

test.run();
