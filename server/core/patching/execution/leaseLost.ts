/**
 * Another manager works on the host now, or its job is gone; so this one stops. That is no failure: it happens to each
 * manager that stood still for longer than its leases last, as a paused machine does.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('the lease was lost');
  }
}
