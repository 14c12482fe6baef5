import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Signable } from '../receivers/signable.ts'

/** The form of Standard Webhooks: `whsk_` and `whpk_` before base64. */
export type SigningKey = { readonly privateKey: string; readonly publicKey: string }

const privatePrefix = 'whsk_'
const publicPrefix = 'whpk_'

/** Creates an ed25519 pair for one endpoint: a leaked key cannot forge deliveries to another endpoint. */
export function newSigningKey(): SigningKey {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  return {
    privateKey: privatePrefix + Buffer.concat([seed, point]).toString('base64'),
    publicKey: publicPrefix + point.toString('base64'),
  }
}

/** Returns `v1a,` and the base64 signature over the same content that the secret signs. */
export function signWithKey({ delivery, timestamp, body }: Signable, privateKey: string): string {
  const bytes = Buffer.from(privateKey.slice(privatePrefix.length), 'base64')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: bytes.subarray(0, 32).toString('base64url'),
      x: bytes.subarray(32).toString('base64url'),
    },
  })
  const signed = sign(null, Buffer.from(`${delivery}.${timestamp}.${body}`, 'utf8'), key)
  return `v1a,${signed.toString('base64')}`
}
