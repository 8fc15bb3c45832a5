// needs: mariadb
import { auditConformance } from './testing/conformance.ts';

auditConformance('mariadb');
