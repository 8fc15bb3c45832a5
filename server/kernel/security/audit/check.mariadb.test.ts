// needs: mariadb
import { auditCheckConformance } from './testing/checkConformance.ts';

auditCheckConformance('mariadb');
