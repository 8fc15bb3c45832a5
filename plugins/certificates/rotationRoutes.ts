import { actedBy, type Context, reply, type Routes, wire } from '#sdk';

type Rotating =
  | 'getRotation'
  | 'beginRotation'
  | 'beginOwnRotation'
  | 'createAuthorityRequest'
  | 'deleteAuthorityRequest'
  | 'pauseRotation'
  | 'resumeRotation'
  | 'goBackFromRotation'
  | 'finishRotation'
  | 'listRotationHosts';

/** The routes for the change from one root to the next, which core/agents carries out. */
export function rotationRoutes(ctx: Context): Pick<Routes<'certificates'>, Rotating> {
  const rotation = () => ctx.core.agents.rotation;
  const now = async () => {
    const reading = [rotation().roots(), rotation().latest(), rotation().request()] as const;
    const [roots, latest, request] = await Promise.all(reading);
    return {
      roots: roots.map((root) => wire.toWire(root)),
      rotation: latest && wire.toWire(latest),
      request: request && wire.toWire(request),
    };
  };
  return {
    getRotation: async () => reply(200, await now()),
    async beginRotation(request) {
      await rotation().begin(actedBy(request));
      return reply(201, await now());
    },
    async beginOwnRotation(request) {
      const { certificates_pem: certificatesPem, key_pem: keyPem = null } = request.body;
      await rotation().beginWithOwn({ certificatesPem, keyPem }, actedBy(request));
      return reply(201, await now());
    },
    async createAuthorityRequest(request) {
      await rotation().makeRequest(actedBy(request));
      return reply(201, await now());
    },
    async deleteAuthorityRequest(request) {
      await rotation().dropRequest(actedBy(request));
      return reply(200, await now());
    },
    async pauseRotation(request) {
      await rotation().setPaused(true, actedBy(request));
      return reply(200, await now());
    },
    async resumeRotation(request) {
      await rotation().setPaused(false, actedBy(request));
      return reply(200, await now());
    },
    async goBackFromRotation(request) {
      await rotation().goBack(actedBy(request));
      return reply(200, await now());
    },
    async finishRotation(request) {
      await rotation().finish(request.body.reason ?? null, actedBy(request));
      return reply(200, await now());
    },
    async listRotationHosts({ query }) {
      const page = await rotation().hosts(wire.fromWire(query));
      const known = await ctx.core.hosts.getMany(page.hosts.map(({ hostId }) => hostId));
      const byId = new Map(known.map((host) => [host.id, host]));
      const hosts = page.hosts.map(({ hostId, state, failures, problem, changedAt }) => {
        const host = byId.get(hostId);
        const name = host?.displayName ?? host?.fqdn ?? hostId;
        const lastSeenAt = host?.lastSeenAt ?? null;
        return wire.toWire({ hostId, name, state, failures, problem, changedAt, lastSeenAt });
      });
      return reply(200, { hosts, total: page.total, next_cursor: page.nextCursor });
    },
  };
}
