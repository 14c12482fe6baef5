import type { Role } from '#kernel/actor'

export type AccessClaims = {
  readonly userId: string
  readonly companyId: string
  readonly sessionId: string
  /**
   * The roles at the time the token was issued, for a reader without a database. The API uses present roles.
   * Undefined in a token from a release that did not write them.
   */
  readonly roles: readonly Role[] | undefined
  readonly expiresAt: Date
}

/** Throws `identity.credentials_expired` or `identity.credentials_invalid`. */
export type AccessVerifier = (token: string, now: Date) => Promise<AccessClaims>
