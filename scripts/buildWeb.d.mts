export function ensureWebBuilt(options?: { log?: (line: string) => void }): Promise<boolean>;
