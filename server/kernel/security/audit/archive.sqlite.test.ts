import { auditArchiveConformance } from './testing/archiveConformance.ts';

auditArchiveConformance('sqlite');
