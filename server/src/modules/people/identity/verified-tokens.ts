import { hash } from 'node:crypto'
import { createLocalCache } from '#platform/local-cache'
import type { AccessClaims, AccessVerifier } from './access-claims.ts'
import { fail } from './failures.ts'

const entriesMax = 5_000

/**
 * A valid signature stays valid, and its check takes longer than all other work of a request before its handler. So
 * the claims of a token are cached by its digest, and only the expiry is checked again. Whether the session is alive
 * is checked separately, on each request.
 */
export function keepVerified(toleranceSeconds: number, verify: AccessVerifier): AccessVerifier {
  const verified = createLocalCache<AccessClaims>({ entriesMax })
  return async (token, now) => {
    const digest = hash('sha256', token, 'base64')
    const known = verified.get(digest)
    if (known && hasExpired(known, toleranceSeconds, now)) {
      verified.delete(digest)
      throw fail('credentials_expired')
    }
    if (known) return known
    const claims = await verify(token, now)
    verified.set(digest, claims)
    return claims
  }
}

/** In whole seconds, as in the claim. */
function hasExpired({ expiresAt }: AccessClaims, toleranceSeconds: number, now: Date): boolean {
  const nowSeconds = Math.floor(now.getTime() / 1_000)
  return expiresAt.getTime() / 1_000 <= nowSeconds - toleranceSeconds
}
