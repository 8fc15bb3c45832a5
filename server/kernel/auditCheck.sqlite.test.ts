import { auditCheckConformance } from './auditCheckConformance.ts';

auditCheckConformance('sqlite');
