import { auditExportConformance } from '../testing/exportConformance.ts';

auditExportConformance('sqlite');
