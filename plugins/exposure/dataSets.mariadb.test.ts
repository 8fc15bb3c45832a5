// needs: mariadb
import { suite } from 'uvu';
import { csafIsImported } from './csaf.testing.ts';
import { dataSetsAreImported } from './dataSets.testing.ts';
import { setUp, tearDown, type World } from './exposure.testing.ts';
import { debianIsNamed } from './tracker.testing.ts';

process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('exposure: data sets on MariaDB');

test.before(setUp);
test.after(tearDown);

dataSetsAreImported(test);
debianIsNamed(test);
csafIsImported(test);

test.run();
