import { auditConformance } from './auditConformance.ts';

auditConformance('sqlite');
