/** postject ships no types; this is all of it that is used. */
declare module 'postject' {
  export function inject(
    filename: string,
    resourceName: string,
    resourceData: Buffer,
    options: { sentinelFuse: string },
  ): Promise<void>;
}
