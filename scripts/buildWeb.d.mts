export function ensureWebBuilt(options?: { log?: (line: string) => void }): Promise<boolean>;
export function webBuild(): 'missing' | 'stale' | 'current';
