import { auditReadConformance } from './testing/readConformance.ts';

auditReadConformance('sqlite');
