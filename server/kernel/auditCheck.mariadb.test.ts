// needs: mariadb
import { auditCheckConformance } from './auditCheckConformance.ts';

auditCheckConformance('mariadb');
