import { createHash } from 'node:crypto'

/** What is stored instead of what the client holds. Another kind of thing under the same text is another hash. */
export function storedHash(kind: string, text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}
