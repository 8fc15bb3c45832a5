// needs: mariadb
import { auditCheckConformance } from './testing/checkConformance.ts';
import { auditRestoreConformance } from './testing/restoreConformance.ts';

auditCheckConformance('mariadb');
auditRestoreConformance('mariadb');
