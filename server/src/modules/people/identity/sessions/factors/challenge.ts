import { createHash, randomBytes } from 'node:crypto'

export type Purpose =
  | 'sign_in'
  | 'passkey_sign_in'
  | 'passkey_registration'
  | 'step_up'
  | 'mail_code'

/** A question that waits for its answer: five tries, five minutes, answered once. A mailed code is its own answer. */
export type Challenge = {
  readonly tokenHash: Buffer
  readonly purpose: Purpose
  readonly userId: string | undefined
  readonly sessionId: string | undefined
  /** The value that a passkey must sign. */
  readonly nonce: string | undefined
}

export const challengeMinutes = 5
export const challengeAttemptsMax = 5

/** 256 random bits cannot be guessed, so a fast hash is enough. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
