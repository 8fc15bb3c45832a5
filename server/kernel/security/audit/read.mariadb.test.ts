// needs: mariadb
import { auditReadConformance } from './testing/readConformance.ts';

auditReadConformance('mariadb');
