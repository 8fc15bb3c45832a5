// needs: mariadb
import { auditFindingsConformance } from './testing/findingsConformance.ts';

auditFindingsConformance('mariadb');
