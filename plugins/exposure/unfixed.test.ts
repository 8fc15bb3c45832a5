// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import { affectedIsCounted } from './affected.testing.ts';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages } from './installed.testing.ts';
import { setAsideIsTold } from './setAside.testing.ts';
import { unfixedIsCounted } from './unfixed.testing.ts';

const test = suite<World>('exposure: without a fix');

test.before(setUpWithPackages);
test.after(tearDown);

unfixedIsCounted(test);

test.run();

const affected = suite<World>('exposure: affected');

affected.before(setUpWithPackages);
affected.after(tearDown);

affectedIsCounted(affected);

affected.run();

const aside = suite<World>('exposure: set aside');

aside.before(setUpWithPackages);
aside.after(tearDown);

setAsideIsTold(aside);

aside.run();
