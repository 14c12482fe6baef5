import { createHash } from 'node:crypto'

/** The stored hash of what the client has. The same text of another kind has another hash. */
export function storedHash(kind: string, text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}
