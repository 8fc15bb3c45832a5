import { createHash, randomBytes } from 'node:crypto';
import type { Actor, Context } from '#sdk';
import { TicketModel } from './models.ts';

const TICKET_BYTES = 32;
const TICKET_LIFE_MS = 60_000;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/**
 * A ticket of 256 random bits, for one connection within a minute. Only its hash is stored, where any manager can take
 * it.
 */
export async function createTicket(ctx: Context, actor: Actor): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + TICKET_LIFE_MS);
  await ctx.tx(
    async ({ knex }) => {
      await TicketModel.query(knex).where('expires_at', '<=', now).delete();
      await TicketModel.query(knex).insert({ hash: hashOf(ticket), actor, expiresAt });
    },
    { durable: false, name: 'create live ticket' },
  );
  return ticket;
}

/** Takes the ticket: of any number of takers, on any manager, one gets the actor and the others null. */
export async function takeTicket(ctx: Context, ticket: string): Promise<Actor | null> {
  if (ticket === '' || ticket.length > 128) return null;
  const hash = hashOf(ticket);
  return ctx.tx(
    async ({ knex }) => {
      const row = await TicketModel.query(knex).findById(hash);
      const taken = await TicketModel.query(knex)
        .where({ hash })
        .where('expires_at', '>', ctx.clock.now())
        .delete();
      return row && taken === 1 ? row.actor : null;
    },
    // Durable: a used ticket must not come back after a power failure.
    { name: 'take live ticket' },
  );
}
