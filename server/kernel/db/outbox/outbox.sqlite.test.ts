import { outboxConformance } from './testing/conformance.ts';

outboxConformance('sqlite');
