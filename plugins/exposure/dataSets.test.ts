// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import { csafIsImported } from './csaf.testing.ts';
import { dataSetsAreImported } from './dataSets.testing.ts';
import { setUp, tearDown, type World } from './exposure.testing.ts';
import { debianIsNamed } from './tracker.testing.ts';

const test = suite<World>('exposure: data sets');

test.before(setUp);
test.after(tearDown);

dataSetsAreImported(test);
debianIsNamed(test);
csafIsImported(test);

test.run();
