/** How `pg` encodes a parameter before it is sent. The package exports the file, but has no types for it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
