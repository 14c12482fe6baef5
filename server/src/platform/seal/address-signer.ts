import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SealKeys } from './keys.ts'

/** Signs addresses that open without a credential, and verifies them. */
export type AddressSigner = {
  readonly sign: (name: string) => string
  readonly verify: (name: string, signature: string) => boolean
}

/** 132 bits, as 22 characters. */
const signatureLength = 22

/**
 * The first key of the ring signs, and each of them verifies, so that addresses survive a rotation. Each purpose has keys of its own:
 * a signature of one kind of address opens no other kind.
 */
export function createAddressSigner(sealKeys: SealKeys, purpose: string): AddressSigner {
  const keys = sealKeys.map(({ key }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32))),
  )
  const signatureWith = (key: KeyObject, name: string) =>
    createHmac('sha256', key).update(name).digest('base64url').slice(0, signatureLength)
  return {
    sign: (name) => signatureWith(keys[0] as KeyObject, name),
    verify: (name, signature) => {
      const sent = Buffer.from(signature)
      return keys.some((key) => {
        const expected = Buffer.from(signatureWith(key, name))
        return sent.length === expected.length && timingSafeEqual(sent, expected)
      })
    },
  }
}
