import path from 'node:path';
import ts from 'typescript';
import { planted } from './mutants.ts';
import type { Mutant } from './mutants.ts';

/** Names that a fault leaves unused, and code that it leaves unreachable: whoever made it would have removed them. */
const forgiven = new Set([6133, 6138, 6192, 6196, 6198, 6199, 7027]);

/**
 * Says which faults the compiler refuses: nobody comes as far as the tests with one of those. The first question takes
 * ten seconds or more, the next ones about one.
 */
export class Compiler {
  readonly #root: string;
  readonly #changed = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  #service: ts.LanguageService | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** What the compiler has against it, or null. */
  refusal(mutant: Mutant): string | null {
    this.#service ??= this.#start();
    const file = path.join(this.#root, mutant.file);
    this.#change(file, planted(ts.sys.readFile(file) ?? '', mutant));
    const syntactic = this.#service.getSyntacticDiagnostics(file);
    const found = syntactic.length > 0 ? syntactic : this.#service.getSemanticDiagnostics(file);
    this.#change(file, null);
    const first = found.find(({ code }) => !forgiven.has(code));
    return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ') : null;
  }

  #change(file: string, text: string | null): void {
    this.#versions.set(file, (this.#versions.get(file) ?? 0) + 1);
    if (text === null) this.#changed.delete(file);
    else this.#changed.set(file, text);
  }

  #start(): ts.LanguageService {
    const { sys } = ts;
    const onUnRecoverableConfigFileDiagnostic = ({ messageText }: ts.Diagnostic): never => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
    };
    const config = path.join(this.#root, 'tsconfig.json');
    const parsed = ts.getParsedCommandLineOfConfigFile(
      config,
      {},
      { ...sys, onUnRecoverableConfigFileDiagnostic },
    );
    const names = parsed?.fileNames.filter((file) => !file.endsWith('.test.ts')) ?? [];
    const options = parsed?.options ?? {};
    return ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => names,
      getScriptVersion: (file) => String(this.#versions.get(file) ?? 0),
      getScriptSnapshot: (file) => {
        const text = this.#changed.get(file) ?? sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => this.#root,
      getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
      fileExists: sys.fileExists,
      readFile: sys.readFile,
      directoryExists: sys.directoryExists,
      getDirectories: sys.getDirectories,
    });
  }
}
