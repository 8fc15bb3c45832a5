import { schedulerConformance } from './schedulerConformance.ts';

schedulerConformance('sqlite');
