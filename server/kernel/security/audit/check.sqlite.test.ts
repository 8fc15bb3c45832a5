import { auditCheckConformance } from './testing/checkConformance.ts';

auditCheckConformance('sqlite');
