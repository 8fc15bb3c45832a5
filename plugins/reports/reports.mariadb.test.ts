// needs: mariadb
import { suite } from 'uvu';
import { auditReportIsRight } from './auditReport.testing.ts';
import { figuresAreRight } from './figures.testing.ts';
import { setUp, tearDown, type World } from './reports.testing.ts';

// Databases differ in how they read the statements; files are made of the rows in one way.
process.env['TEST_DIALECT'] = 'mariadb';
const test = suite<World>('reports on MariaDB');

test.before(setUp);
test.after(tearDown);
test.after.each(({ scope }) => void (scope.now = 'all'));

figuresAreRight(test);
auditReportIsRight(test);

test.run();
