// needs: mariadb
import { auditRestoreConformance } from './testing/restoreConformance.ts';

auditRestoreConformance('mariadb');
