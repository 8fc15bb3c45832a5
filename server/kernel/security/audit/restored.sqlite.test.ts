import { auditRestoreConformance } from './testing/restoreConformance.ts';

auditRestoreConformance('sqlite');
