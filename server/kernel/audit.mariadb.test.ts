// needs: mariadb
import { auditConformance } from './auditConformance.ts';

auditConformance('mariadb');
