import { createHash } from 'node:crypto'

/** A short name of an address, for keys. */
export function addressHash(url: string): string {
  return createHash('sha256').update(url).digest('base64url').slice(0, 22)
}
