// needs: mongo
import { schedulerConformance } from './testing/conformance.ts';

schedulerConformance('mongo');
