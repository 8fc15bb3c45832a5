// needs: mariadb
import { auditAttackConformance } from './testing/attackConformance.ts';

auditAttackConformance('mariadb');
