// takes: 60
import { auditCheckConformance } from './testing/checkConformance.ts';
import { auditRestoreConformance } from './testing/restoreConformance.ts';

auditCheckConformance('sqlite');
auditRestoreConformance('sqlite');
