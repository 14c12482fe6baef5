import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

export type APasskey = {
  readonly id: string
  /** As `navigator.credentials.create` would answer. */
  create(asked: Asked): RegistrationResponseJSON
  /** As `navigator.credentials.get` would answer, with a counter that is one more each time. */
  get(asked: Asked): AuthenticationResponseJSON
}

type Asked = {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  /** False when the person only touched it. */
  readonly verified?: boolean
  readonly counter?: number
}

const present = 0x01
const verifiedFlag = 0x04
const hasCredential = 0x40

/** An authenticator made of node:crypto: ES256 and no attestation, as WebAuthn level 3 writes it down. */
export function aPasskey(): APasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  const base = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return {
    id,
    create: (asked) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = Buffer.concat([headOf(asked, hasCredential, 0), attested])
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: attestation(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get: (asked) => {
      count += 1
      const authData = headOf(asked, 0, asked.counter ?? count)
      const client = clientData('webauthn.get', asked)
      const signer = createSign('SHA256').update(authData).update(sha256(client))
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signer.sign(privateKey).toString('base64url'),
        },
      }
    },
  }
}

function headOf({ rpId = 'localhost', verified = true }: Asked, more: number, counter: number) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = present | (verified ? verifiedFlag : 0) | more
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
}

function clientData(type: string, { challenge, origin = 'http://localhost:3000' }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** CBOR by hand: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}

/** CBOR by hand: `{fmt: 'none', attStmt: {}, authData: …}`. */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) =>
    Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ])
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
