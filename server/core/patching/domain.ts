export * from './domain/decide.ts';
export * from './domain/dispatchKey.ts';
export * from './domain/hostTags.ts';
export * from './domain/jobHostStates.ts';
export * from './domain/jobSpec.ts';
export * from './domain/jobStates.ts';
export * from './domain/retryPolicy.ts';
export * from './domain/stateDiagram.ts';
