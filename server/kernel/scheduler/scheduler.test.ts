// databases: sqlite, mariadb
// time-limit: 240
import { dialect } from '#test/support/databases.ts';
import { schedulerConformance } from './testing/conformance.ts';

schedulerConformance(dialect);
