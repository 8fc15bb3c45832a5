// needs: mariadb
import { suite } from 'uvu';
import { affectedIsCounted } from './affected.testing.ts';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages, unfixedIsCounted } from './unfixed.testing.ts';

process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('exposure: without a fix on MariaDB');

test.before(setUpWithPackages);
test.after(tearDown);

unfixedIsCounted(test);

test.run();

const affected = suite<World>('exposure: affected on MariaDB');

affected.before(setUpWithPackages);
affected.after(tearDown);

affectedIsCounted(affected);

affected.run();
