// needs: mariadb
import { auditExportConformance } from '../testing/exportConformance.ts';

auditExportConformance('mariadb');
