import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import type { SealKeys } from './keys.ts'

/** Encrypts secrets that are stored. A text that is sealed for one place cannot be opened in another. */
export type Seal = {
  /** The names of the keys of the ring. The first one seals. */
  readonly keyNames: readonly [string, ...string[]]
  /** `about` is the place of the text: `company|table|column|row id`. It is not stored, and opening needs the same value. */
  seal(plaintext: string, about: string): string
  /** Throws `SealBroken` when the text was changed or moved, or when its key is not in the ring. */
  open(sealed: string, about: string): string
}

export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
/** Set explicitly: without it Node accepts tags as short as four bytes, which can be guessed. */
const authTagLength = 16

export function createSeal(keys: SealKeys): Seal {
  // Made once: from bytes the cipher would make a key each time, which costs more than sealing an answer.
  const ring = new Map(keys.map(({ kid, key }) => [kid, createSecretKey(key)]))
  const [current] = keys
  const sealing = createSecretKey(current.key)
  return {
    keyNames: [current.kid, ...keys.slice(1).map(({ kid }) => kid)],
    seal: (plaintext, about) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, sealing, iv, { authTagLength })
      cipher.setAAD(aadOf(current.kid, about))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const packed = Buffer.concat([iv, body, cipher.getAuthTag()])
      return `${current.kid}.${packed.toString('base64url')}`
    },
    open: (sealed, about) => {
      const dot = sealed.indexOf('.')
      const kid = sealed.slice(0, Math.max(dot, 0))
      const key = ring.get(kid)
      if (!key) throw new SealBroken(`The key ${kid.slice(0, 40)} is not in the ring.`)
      const packed = Buffer.from(sealed.slice(dot + 1), 'base64url')
      if (packed.length < ivBytes + authTagLength) throw new SealBroken('The text is cut short.')
      const decipher = createDecipheriv(algorithm, key, packed.subarray(0, ivBytes), {
        authTagLength,
      })
      decipher.setAAD(aadOf(kid, about))
      decipher.setAuthTag(packed.subarray(packed.length - authTagLength))
      const body = packed.subarray(ivBytes, packed.length - authTagLength)
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        throw new SealBroken('The text was changed, or belongs somewhere else.')
      }
    },
  }
}

function aadOf(kid: string, about: string): Buffer {
  return Buffer.from(`${kid}|${about}`, 'utf8')
}
