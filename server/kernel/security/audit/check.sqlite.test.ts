// takes: 60
import { auditCheckConformance } from './testing/checkConformance.ts';

auditCheckConformance('sqlite');
