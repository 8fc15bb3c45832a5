// time-limit: 240
import { suite } from 'uvu';
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
pdfsAreWhole(test);
filesAreWhole(test);

test.run();
