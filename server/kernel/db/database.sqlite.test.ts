import { dbConformance } from './testing/conformance.ts';

dbConformance('sqlite');
