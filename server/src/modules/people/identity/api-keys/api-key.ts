import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Role, type Scope, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'

export type ApiKey = {
  readonly id: Id<'key'>
  readonly companyId: Id<'co'>
  /** The first key of the chain of rotations. Carts and contracts belong to this id. */
  readonly clientId: string
  /** The key's successor. Both work until this key ends. */
  readonly replacedBy: string | undefined
  readonly name: string
  /** First and last characters, so that people can tell their keys apart. */
  readonly keyStart: string
  readonly keyEnd: string
  readonly scopes: readonly Scope[]
  /** The networks from which the key may be used. Empty: any address. */
  readonly allowedCidrs: readonly string[]
  /** The key's own limit, lower than the general one. */
  readonly requestsPerMinute: number | undefined
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | undefined
  /** A network, never a single machine. */
  readonly lastUsedFrom: string | undefined
  readonly revokedAt: Date | undefined
}

export const apiKeyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

export function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): ApiKeyState {
  if (revokedAt) return 'REVOKED'
  return expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** The key's own scopes, limited to the present rights of the person who made it. */
export function effectiveScopesOf({ scopes }: ApiKey, makerRoles: readonly Role[]): Scope[] {
  const allowed = scopesOfRoles(makerRoles)
  return scopes.filter((scope) => allowed.has(scope))
}

/** Whether the key is for production or tests. A test key never works at a live service, and the reverse. */
export type KeyMode = 'live' | 'test'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^pvy_(live|test)_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/

/** `pvy_live_` + 12 characters that identify the key + 32 secret ones (190 bits) + a checksum of 6. */
export function generateApiKey(mode: KeyMode): string {
  const body = `pvy_${mode}_${base62(12)}_${base62(32)}`
  return body + checksumOf(body)
}

/** Whether the text begins as keys do. It says nothing about whether there is such a key. */
export function isKeyLike(text: string): boolean {
  return /^pvy_(?:live|test)_/.test(text)
}

/** Detects typing errors and scanners without a database query. */
export function isWellFormed(key: string): boolean {
  return shape.test(key) && checksumOf(key.slice(0, -6)) === key.slice(-6)
}

export function modeOf(key: string): KeyMode {
  return key.startsWith('pvy_live_') ? 'live' : 'test'
}

function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: higher values would favour the first characters.
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
