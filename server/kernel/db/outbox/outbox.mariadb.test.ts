// needs: mariadb
import { outboxConformance } from './testing/conformance.ts';

outboxConformance('mariadb');
