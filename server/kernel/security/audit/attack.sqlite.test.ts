import { auditAttackConformance } from './testing/attackConformance.ts';

auditAttackConformance('sqlite');
