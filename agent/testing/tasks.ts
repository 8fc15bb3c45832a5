import { createFakeBackend } from './fakeBackend.ts';
import { startFakeAgent } from './fakeAgent.ts';

export const KEY = '0192f3c0-51aa-7d10-8a55-d1f2f7a6c001';

export async function setup(settings: Parameters<typeof startFakeAgent>[0] = {}) {
  const backend = createFakeBackend({
    'jq:amd64': { version: '1.0', available: '1.1', security: true },
    'vim:amd64': { version: '9.0', available: '9.1' },
    'curl:amd64': { version: null, available: '8.0' },
  });
  const agent = await startFakeAgent({ backend, ...settings });
  const start = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    (await agent.call(method, path, { body, headers })).json.data?.['job_id'];
  /** Makes transactions wait until the returned function is called. */
  const hold = (): (() => void) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    backend.onTransaction = () => held;
    return release;
  };
  return { ...agent, backend, start, hold };
}

export const patch = '/api/v1/patches';
export const packages = '/api/v1/packages';
