import { hash } from 'node:crypto'
import { createLocalCache } from '#platform/local-cache'
import { fail } from './failures.ts'
import type { AccessClaims, AccessVerifier } from './tokens.ts'

const entriesMax = 5_000

/**
 * A signature that was right stays right, and to check one takes longer than all else that a request does before its
 * handler. So what a token says is cached by its digest, and only whether it has expired is asked again. Whether its
 * session goes on is no part of this: that is asked behind it, each time.
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

/** In whole seconds, as the claim is. */
function hasExpired({ expiresAt }: AccessClaims, toleranceSeconds: number, now: Date): boolean {
  const nowSeconds = Math.floor(now.getTime() / 1_000)
  return expiresAt.getTime() / 1_000 <= nowSeconds - toleranceSeconds
}
