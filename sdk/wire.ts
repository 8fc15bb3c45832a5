/** Names, words and times as they are on the wire, and limits of what an agent answers. */
export { csvCell } from '../server/shared/csvCell.ts';
export { AGENT_LIMITS, fitting } from '../server/shared/wire/agentLimits.ts';
export { fromWire, toWire } from '../server/shared/wire/names.ts';
export { timeOf } from '../server/shared/wire/times.ts';
export { isWord, wordOf } from '../server/shared/wire/words.ts';
