/** What a job is asked to do: defaults, and the form on the wire. */
export { DEFAULT_SPEC, specWith } from '../server/core/patching/domain/jobSpec.ts';
export { conductToWire, namedSpecOf } from '../server/core/patching/specWire.ts';
