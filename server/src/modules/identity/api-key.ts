import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'

export type ApiKey = {
  readonly id: Id<'key'>
  readonly companyId: Id<'co'>
  readonly name: string
  /** First and last characters, so that people can tell their keys apart. */
  readonly keyStart: string
  readonly keyEnd: string
  readonly scopes: readonly Scope[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | undefined
  readonly revokedAt: Date | undefined
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^pvy_(live|test)_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/

/** `pvy_live_` + 12 characters that name the key + 32 secret ones (190 bits) + a checksum of 6. */
export function generateApiKey(mode: 'live' | 'test'): string {
  const body = `pvy_${mode}_${base62(12)}_${base62(32)}`
  return body + checksumOf(body)
}

/** Catches typing errors and the noise of scanners without a look at the database. */
export function isWellFormed(key: string): boolean {
  return shape.test(key) && checksumOf(key.slice(0, -6)) === key.slice(-6)
}

/** What is stored: with 190 random bits behind it, a fast keyed hash is as good as a slow one. */
export function hashOf(key: string): Buffer {
  return createHmac('sha256', 'purveyor/api-key').update(key).digest()
}

function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: taking more would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place += 1) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
