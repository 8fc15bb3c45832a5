/** Asks the person to prove again who they are. True: they did; false: they cancelled. */
type Ask = () => Promise<boolean>;

/**
 * Some calls (users, tokens, factors, secrets) ask for a proof that is at most ten minutes old. However many calls are
 * refused for want of one, the person is asked once, and each call is then repeated.
 */
class FreshProof {
  #ask: Ask = () => Promise.resolve(false);
  #asking: Promise<boolean> | null = null;

  /** Sets who shows the question; the shell calls this. */
  follow(ask: Ask): void {
    this.#ask = ask;
  }

  /** Asks for the proof, unless that is under way. Never rejects. */
  wanted(): Promise<boolean> {
    this.#asking ??= this.#ask()
      .catch(() => false)
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }
}

export const freshProof = new FreshProof();
