// needs: mariadb
import { readingConformance } from './testing/conformance.ts';

readingConformance('mariadb');
