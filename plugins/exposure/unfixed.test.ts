import { suite } from 'uvu';
import { affectedIsCounted } from './affected.testing.ts';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages, unfixedIsCounted } from './unfixed.testing.ts';

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
