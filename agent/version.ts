import project from '../package.json' with { type: 'json' };

/** The version of this agent, as the manager and the package manager know it. */
export const agentVersion: string = project.version;
