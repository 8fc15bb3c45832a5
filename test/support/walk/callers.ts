/** Callers whom a manager refuses by their credential alone, whatever else is right with their calls. */
import type { Role } from '#sdk';
import type { Caller } from '../roles/callers.ts';
import { expected } from '../roles/table.ts';
import { operations } from './contract.ts';
import { oldSession, refuse, rightOf } from './refusals.ts';
import type { Walk } from './walk.ts';
import type { World } from './world.ts';

const session = async (w: World, username: string, role: Role): Promise<Caller> => ({
  holds: 'session',
  role,
  credential: await (await w.person(username, role)).bearer(),
});

async function tool(w: World, username: string, role: Role): Promise<Caller> {
  const bearer = (await session(w, username, role)).credential;
  const body = { name: 'a tool', role, expires_in_secs: 7 * 86_400 };
  const { token } = await w.walker.must<{ token: string }>('createOwnApiToken', { bearer, body });
  return { credential: token, holds: 'API token', role };
}

/** How each comes about; each has an account of their own. */
const CALLERS: Readonly<Record<string, (w: World) => Promise<Caller>>> = {
  nobody: () => Promise.resolve({ credential: null, holds: 'nothing', role: null }),
  'a reporter': (w) => session(w, 'rita', 'reporter'),
  'an operator': (w) => session(w, 'oscar', 'operator'),
  'a tool of an operator': (w) => tool(w, 'otto', 'operator'),
  'a tool of an administrator': (w) => tool(w, 'anna', 'admin'),
  'an administrator who signed in eleven minutes ago': async (w) => ({
    holds: 'old session',
    role: 'admin',
    credential: await oldSession(w),
  }),
};

/** Lets each of them call what is not theirs, as it was called well. */
export function refuseCallers({ judged }: Walk): void {
  for (const [name, admit] of Object.entries(CALLERS))
    judged(`${name} is refused what is not theirs`, async (world) => {
      const caller = await admit(world);
      for (const operation of operations) {
        const outcome = expected(operation.operationId, caller);
        if (outcome === 'let in') continue;
        const [status = '', code = ''] = outcome.split(' ');
        const call = { ...rightOf(world.walker, operation), bearer: caller.credential };
        await refuse(world.walker, operation, call, { status: Number(status), codes: [code], what: name });
      }
    });
}
