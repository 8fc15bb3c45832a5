// needs: mariadb
import { auditArchiveConformance } from './testing/archiveConformance.ts';

auditArchiveConformance('mariadb');
