// needs: mongo
import { schedulerConformance } from './schedulerConformance.ts';

schedulerConformance('mongo');
