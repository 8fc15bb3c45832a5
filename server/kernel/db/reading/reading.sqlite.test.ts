import { readingConformance } from './testing/conformance.ts';

readingConformance('sqlite');
