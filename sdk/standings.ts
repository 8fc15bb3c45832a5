/** How the patches of a host stand towards their service levels. */
export { exceptionKey, lacksOf } from '../server/core/hosts/standing.ts';
export type {
  ComplianceStanding,
  JudgedHost,
  Lack,
  LackSeverity,
  ServiceLevels,
} from '../server/core/hosts/standing.ts';
