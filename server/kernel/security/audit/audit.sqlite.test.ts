import { auditConformance } from './testing/conformance.ts';

auditConformance('sqlite');
