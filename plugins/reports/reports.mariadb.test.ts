// needs: mariadb
import { suite } from 'uvu';
import { figuresAreRight } from './figures.testing.ts';
import { setUp, tearDown, type World } from './reports.testing.ts';

// The statements are what databases read differently; files are made of them in one way.
process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('reports on MariaDB');

test.before(setUp);
test.after(tearDown);
test.after.each(({ scope }) => void (scope.now = 'all'));

figuresAreRight(test);

test.run();
