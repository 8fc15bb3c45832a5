// needs: mariadb
import { suite } from 'uvu';
import { affectedIsCounted } from './affected.testing.ts';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages } from './installed.testing.ts';
import { setAsideIsTold } from './setAside.testing.ts';
import { unfixedIsCounted } from './unfixed.testing.ts';

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

const aside = suite<World>('exposure: set aside on MariaDB');

aside.before(setUpWithPackages);
aside.after(tearDown);

setAsideIsTold(aside);

aside.run();
