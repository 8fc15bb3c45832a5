/** Asks the person again who they are. True: they proved it; false: they let it be. */
type Ask = () => Promise<boolean>;

/**
 * Some calls (users, tokens, factors, secrets) ask for a proof that is at most ten minutes old. However many calls are
 * refused for want of one, the person is asked once, and each call is then repeated.
 */
class FreshProof {
  #ask: Ask = () => Promise.resolve(false);
  #asking: Promise<boolean> | null = null;

  /** Whoever shows the question: the frame. */
  follow(ask: Ask): void {
    this.#ask = ask;
  }

  /** Never rejects. */
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
