import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { SealKeys } from '#platform/seal'

/** A secret that is hashed with the key: somebody who only reads the table cannot test keys against it. */
export type Pepper = {
  readonly id: string
  /** Created once: hashing with the raw bytes takes five times as long. */
  readonly key: KeyObject
}

/** The first pepper makes new hashes. All of them verify. */
export type Peppers = readonly [Pepper, ...Pepper[]]

/**
 * Reads the peppers from API_KEY_PEPPER if it is set (several secrets separated by commas, the new one first), and
 * always derives one from the ring that seals secrets at rest. So a deployment may start without a pepper and set one
 * later.
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

/** All hashes under which the key may be stored. Today's is the first. */
export function hashesOf(key: string, peppers: Peppers): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = peppers
  return [
    hashOf(key, first),
    ...others.map((pepper) => hashOf(key, pepper)),
    // For keys from before there were peppers. Their next use rehashes them with one.
    createHmac('sha256', 'purveyor/api-key').update(key).digest(),
  ]
}

/** The key has 190 random bits, so a fast keyed hash is as good as a slow one. */
export function hashOf(key: string, pepper: Pepper): Buffer {
  return createHmac('sha256', pepper.key).update(key).digest()
}

function pepperOf(secret: Buffer): Pepper {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'purveyor api key pepper v1', 32))
  // The id is a digest of the derived key, not of the secret, because it is stored beside every hash.
  const id = createHash('sha256').update('id').update(key).digest('hex').slice(0, 12)
  return { id, key: createSecretKey(key) }
}
