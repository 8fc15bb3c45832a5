/** The part of a plugin in the export and import of the configuration. */
export { knownLimits, limitsOf, scopeOfLimits } from '../server/core/hosts/configuration/limits.ts';
export { listPart, refusedBy } from '../server/core/hosts/configuration/listPart.ts';
export type {
  ConfigurationPart as Part,
  ConfigurationImport as Import,
  ConfigurationProblem as Problem,
  PlannedConfiguration as Planned,
} from '../server/kernel/configuration.ts';
export {
  compareText,
  listed,
  planList,
  refuseTwice,
  sortedText,
} from '../server/kernel/configurationList.ts';
export type { Listed } from '../server/kernel/configurationList.ts';
