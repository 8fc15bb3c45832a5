import { auditFindingsConformance } from './testing/findingsConformance.ts';

auditFindingsConformance('sqlite');
