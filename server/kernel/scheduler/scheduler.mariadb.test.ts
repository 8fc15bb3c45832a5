// needs: mariadb
import { schedulerConformance } from './testing/conformance.ts';

schedulerConformance('mariadb');
