// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import { dialect } from '../../test/support/databases.ts';
import { auditReportIsRight } from './auditReport.testing.ts';
import { figuresAreRight } from './figures.testing.ts';
import { filesAreWhole } from './files.testing.ts';
import { pdfsAreWhole } from './pdf.testing.ts';
import { setUp, tearDown, type World } from './reports.testing.ts';

const test = suite<World>('reports');

test.before(setUp);
test.after(tearDown);
test.after.each(({ scope }) => void (scope.now = 'all'));

figuresAreRight(test);
auditReportIsRight(test);
// Databases differ in how they read the statements; files are made of the rows in one way.
if (dialect === 'sqlite') {
  pdfsAreWhole(test);
  filesAreWhole(test);
}

test.run();
