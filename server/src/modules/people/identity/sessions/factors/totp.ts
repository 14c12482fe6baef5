import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const secretBytes = 20
const periodSeconds = 30

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The text of the QR code that authenticator apps read. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The time step of the code: the present one, the one before or the one after. Undefined if none matches. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta
}

function totpOf(secret: string, label = 'Purveyor'): TOTP {
  return new TOTP({
    issuer: 'Purveyor',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })
}

const codesCount = 10
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ten codes of 120 bits each: enough for a plain digest to be stored. No character looks like another. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => {
    const letters = [...randomBytes(24)].map((byte) => alphabet.charAt(byte % 32)).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** Ignores how the person typed the code. */
export function hashOfRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId}|${plainRecoveryCode(code)}`)
    .digest()
}

/** True if the text has the form of a recovery code, whoever it belongs to. */
export function isRecoveryCode(text: string): boolean {
  return /^[A-Z2-9]{24}$/.test(plainRecoveryCode(text))
}

const plainRecoveryCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
