/** What `pg` does to a parameter before it is sent. It exports the file, and has no types for it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
