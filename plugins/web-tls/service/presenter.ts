import { X509Certificate } from 'node:crypto';
import type { Context } from '#sdk';
import { fingerprintOf, UnusablePair, type CertificatePair } from '../domain/pair.ts';
import { strategySection, type Strategy } from '../settings.ts';
import { readPair } from './files.ts';

/** Shows people the chosen certificate, and follows its files: a renewed one is shown without a restart. */
export class Presenter {
  readonly #ctx: Context;
  /** The last usable pair: it stays while a renewal has written half a file. */
  #pair: CertificatePair | null = null;
  #problem: string | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Why the configured files cannot be used now; null: they can, or there are none. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The pair of the files; null: none are configured, or none could be used yet. */
  get pair(): CertificatePair | null {
    return this.#pair;
  }

  /** Reads the files as they are now, and the setting, which may be 2 s old. */
  async refresh(): Promise<void> {
    const { value } = await this.#ctx.settings.get(strategySection);
    this.show(value);
  }

  /** As `refresh`, because somebody asked for it, who is told in the log what came of it. */
  async reload(): Promise<void> {
    await this.refresh();
    if (this.#problem !== null) {
      const shown = this.shownFingerprint();
      this.#ctx.log.error(
        { problem: this.#problem, shown },
        'the certificate of web_cert_file cannot be used: the one that was shown before stays',
      );
    } else if (this.#pair !== null) {
      const { fingerprint, names, notAfter } = this.#pair.facts;
      this.#ctx.log.info({ fingerprint, names, notAfter }, 'the certificate of web_cert_file was read again');
    }
  }

  /** As `refresh`, with a strategy that was chosen just now. */
  show(strategy: Strategy): void {
    this.#read();
    const shown = strategy === 'custom' && this.#pair ? this.#pair : null;
    this.#ctx.core.agents.listener.present(shown && { cert: shown.cert, key: shown.key });
  }

  /** SHA-256 of the certificate that the listener shows people now, 64 hex digits. */
  shownFingerprint(): string {
    return fingerprintOf(new X509Certificate(this.#ctx.core.agents.listener.options().cert));
  }

  #read(): void {
    const now = this.#ctx.clock.now();
    const before = this.#problem;
    try {
      this.#pair = readPair(this.#ctx, now);
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof UnusablePair)) throw error;
      this.#problem = error.message;
      if (this.#pair && this.#pair.facts.notAfter <= now) this.#pair = null;
    }
    if (this.#problem !== null && this.#problem !== before)
      this.#ctx.log.warn({ problem: this.#problem }, 'the certificate of web_cert_file cannot be used');
  }
}
