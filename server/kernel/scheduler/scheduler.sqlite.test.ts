import { schedulerConformance } from './testing/conformance.ts';

schedulerConformance('sqlite');
