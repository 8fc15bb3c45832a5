import { suite } from 'uvu';
import { tearDown, type World } from './exposure.testing.ts';
import { setUpWithPackages, unfixedIsCounted } from './unfixed.testing.ts';

const test = suite<World>('exposure: without a fix');

test.before(setUpWithPackages);
test.after(tearDown);

unfixedIsCounted(test);

test.run();
