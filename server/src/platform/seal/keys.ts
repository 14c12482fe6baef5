import assert from 'node:assert/strict'
import { createHash, hkdfSync } from 'node:crypto'

/** The keys of the ring. The first one seals, and each of them opens. */
export type SealKeys = readonly [SealKey, ...SealKey[]]

export type SealKey = { readonly kid: string; readonly key: Buffer }

const keyBytes = 32
const kidShape = /^[A-Za-z0-9_-]{1,32}$/

/**
 * Reads the ring from `kid:base64(32 bytes)[,kid:…]`. To change the key, put a new one first and leave the old ones after it.
 * Without a ring, the one key is derived from the fallback secret, which must then never change. With a ring, the derived key
 * still opens what it sealed, so that a first ring can be introduced.
 */
export function sealKeysFrom(options: {
  readonly dataEncryptionKeys?: string | undefined
  readonly fallbackSecret: string
}): SealKeys {
  const ring = options.dataEncryptionKeys?.trim()
  if (!ring) return [derivedFrom(options.fallbackSecret)]
  const keys = ring.split(',').map((part, index) => readKey(part.trim(), index))
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length, 'two keys have the same name')
  const [first, ...others] = keys
  assert(first)
  const derived = options.fallbackSecret === '' ? [] : [derivedFrom(options.fallbackSecret)]
  return [first, ...others, ...derived]
}

/** The part of a ring that may be shown: the names of its keys, and which of them seals. */
export function keyNamesOf(dataEncryptionKeys: string): string {
  const names = dataEncryptionKeys.split(',').map((part) => part.trim().split(':', 1)[0])
  return names.map((name, place) => (place === 0 ? `${name} seals` : `${name} opens`)).join(', ')
}

/** Errors name the position of a key, never its value. */
function readKey(part: string, index: number): SealKey {
  const place = `key ${index + 1} of the ring`
  const colon = part.indexOf(':')
  assert(colon > 0, `${place} is not of the form kid:base64`)
  const kid = part.slice(0, colon)
  assert(
    kidShape.test(kid),
    `${place} has a name with other characters than letters, digits, - and _`,
  )
  const text = part.slice(colon + 1)
  const key = Buffer.from(text, 'base64')
  const canonical = key.toString('base64').replaceAll('=', '')
  const isBase64 = canonical === text.replaceAll('=', '')
  assert(isBase64 && key.length === keyBytes, `${place} is not ${keyBytes} bytes in base64`)
  return { kid, key }
}

function derivedFrom(secret: string): SealKey {
  assert(secret !== '', 'there is no secret to derive a key from')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'purveyor data encryption v1', keyBytes))
  // The name is derived from the key and not from the secret, because it is written next to everything that is sealed.
  const digest = createHash('sha256').update('kid').update(key).digest('hex')
  return { kid: `derived-${digest.slice(0, 8)}`, key }
}
