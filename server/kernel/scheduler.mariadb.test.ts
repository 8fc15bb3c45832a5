// needs: mariadb
import { schedulerConformance } from './schedulerConformance.ts';

schedulerConformance('mariadb');
