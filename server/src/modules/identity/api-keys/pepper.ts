import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { SealKeys } from '#platform/seal'

/** What a key is hashed with besides itself: who reads the table alone cannot even try keys against it. */
export type Pepper = {
  readonly id: string
  /** Made once: to hash with the bytes themselves takes five times as long. */
  readonly key: KeyObject
}

/** The first one hashes, all of them are known again. */
export type Peppers = readonly [Pepper, ...Pepper[]]

/**
 * From API_KEY_PEPPER where it is set (several secrets separated by commas, the new one first), and always from the
 * ring that seals secrets at rest: a deployment may begin without a pepper of its own and take one later.
 */
export function peppersFrom(setting: string | undefined, ring: SealKeys): Peppers {
  const own = (setting ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .map((secret) => pepperOf(Buffer.from(secret)))
  const [first, ...others] = ring
  const derived = pepperOf(first.key)
  const rest = others.map(({ key }) => pepperOf(key))
  const [chosen, ...former] = own
  return chosen ? [chosen, ...former, derived, ...rest] : [derived, ...rest]
}

/** Every hash that the key may be stored under: the one for today first. */
export function hashesOf(key: string, peppers: Peppers): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = peppers
  return [
    hashOf(key, first),
    ...others.map((pepper) => hashOf(key, pepper)),
    // Keys of the time before there were peppers. Their next use gives them one.
    createHmac('sha256', 'purveyor/api-key').update(key).digest(),
  ]
}

/** With 190 random bits behind it, a fast keyed hash is as good as a slow one. */
export function hashOf(key: string, pepper: Pepper): Buffer {
  return createHmac('sha256', pepper.key).update(key).digest()
}

function pepperOf(secret: Buffer): Pepper {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'purveyor api key pepper v1', 32))
  // Of the derived key and not of the secret: it is written beside every hash.
  const id = createHash('sha256').update('id').update(key).digest('hex').slice(0, 12)
  return { id, key: createSecretKey(key) }
}
