import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { fail } from '../failures.ts'

export type Cursors = {
  /** `position` is the place after which the next page starts. The client can read it but not change it. */
  sign(scope: string, position: unknown): string
  /** The position, or 400 `platform.cursor_invalid` when the cursor belongs to another scope. */
  read(scope: string, cursor: string): unknown
}

const version = 1
const signatureBytes = 16
const longest = 2_000

/** A cursor is `version | signature | position`. The scope is signed and not sent, so a cursor works for one list only. */
export function createCursors(secret: Buffer): Cursors {
  const key = createSecretKey(secret)
  const signatureOf = (scope: string, position: Buffer) =>
    createHmac('sha256', key)
      .update(`cursor.${version}\0${scope}\0`)
      .update(position)
      .digest()
      .subarray(0, signatureBytes)

  return {
    sign: (scope, position) => {
      const content = Buffer.from(JSON.stringify(position))
      const signature = signatureOf(scope, content)
      return Buffer.concat([Buffer.of(version), signature, content]).toString('base64url')
    },
    read: (scope, cursor) => {
      const bytes = cursor.length > longest ? Buffer.alloc(0) : Buffer.from(cursor, 'base64url')
      const signature = bytes.subarray(1, 1 + signatureBytes)
      const content = bytes.subarray(1 + signatureBytes)
      const isOurs =
        bytes[0] === version &&
        signature.length === signatureBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(signature, signatureOf(scope, content))
      if (!isOurs) throw fail('cursor_invalid')
      return JSON.parse(content.toString('utf8')) as unknown
    },
  }
}
