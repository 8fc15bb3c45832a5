import { ENDED_STATES, JOB_HOST_TRANSITIONS, type Transition } from './jobHostStates.ts';
import { ENDED_JOB_STATES, JOB_TRANSITIONS } from './jobStates.ts';

/** The whole of docs/understand/job-states.md, made of the transition tables. */
export function stateDiagram(): string {
  return [
    '# States of jobs and of their hosts',
    '',
    'Made from the transition tables in `server/core/patching/domain/` by `UPDATE_DOCS=1 node server/core/patching/domain/stateDiagram.test.ts`.',
    '',
    '## A job',
    '',
    ...diagram(JOB_TRANSITIONS, ['pending', 'scheduled'], ENDED_JOB_STATES),
    '',
    ...table(JOB_TRANSITIONS),
    '',
    '## A host within a job',
    '',
    ...diagram(JOB_HOST_TRANSITIONS, ['pending'], ENDED_STATES),
    '',
    ...table(JOB_HOST_TRANSITIONS),
    '',
  ].join('\n');
}

function diagram<S extends string>(
  transitions: readonly Transition<S>[],
  first: readonly S[],
  last: readonly S[],
): string[] {
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...first.map((state) => `  [*] --> ${state}`),
    ...transitions.map(({ from, to }) => `  ${from} --> ${to}`),
    ...last.map((state) => `  ${state} --> [*]`),
    '```',
  ];
}

function table<S extends string>(transitions: readonly Transition<S>[]): string[] {
  return [
    '| from | to | by | when |',
    '| --- | --- | --- | --- |',
    ...transitions.map(({ from, to, by, when }) => `| \`${from}\` | \`${to}\` | ${by} | ${when} |`),
  ];
}
