import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type Role, roles } from '#kernel/actor'
import { fail } from './failures.ts'
import { keepVerified } from './verified-tokens.ts'

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

export type RefreshClaims = {
  readonly tokenId: string
  readonly sessionId: string
  readonly companyId: string
}

/** Throws `identity.credentials_expired` or `identity.credentials_invalid`. */
export type AccessVerifier = (token: string, now: Date) => Promise<AccessClaims>

export type Tokens = {
  signAccess(claims: AccessClaims, tokenId: string, now: Date): Promise<string>
  readonly verifyAccess: AccessVerifier
  signRefresh(claims: RefreshClaims, expiresAt: Date, now: Date): Promise<string>
  /** Throws `identity.refresh_refused`. */
  verifyRefresh(token: string, now: Date): Promise<RefreshClaims>
}

type Secrets = {
  readonly access: string
  readonly accessPrevious?: string | undefined
  readonly refresh: string
  readonly refreshPrevious?: string | undefined
}

const issuer = 'purveyor'
const audience = 'purveyor-api'
const accessType = 'at+jwt'
const refreshType = 'rt+jwt'
/** An expired token works for this long, so that the clocks of two machines may differ. */
const clockToleranceSeconds = 5

/**
 * First-party tokens: HS256 with a key id, and a separate `typ` for each kind, so that nobody mistakes a refresh
 * token for an access token (RFC 8725, 3.11). An unknown key id is refused; keys are never tried in turn.
 */
export function createTokens(secrets: Secrets): Tokens {
  const access = keyOf(secrets.access)
  const refresh = keyOf(secrets.refresh)
  const refreshKeys = keyring(secrets.refresh, secrets.refreshPrevious)
  return {
    signAccess: (claims, tokenId, now) =>
      sign(access, accessType, now, claims.expiresAt, {
        sub: claims.userId,
        company: claims.companyId,
        sid: claims.sessionId,
        jti: tokenId,
        roles: [...(claims.roles ?? [])],
      }),
    verifyAccess: createAccessVerifier(secrets.access, secrets.accessPrevious),
    signRefresh: (claims, expiresAt, now) =>
      sign(refresh, refreshType, now, expiresAt, {
        company: claims.companyId,
        sid: claims.sessionId,
        jti: claims.tokenId,
      }),
    verifyRefresh: async (token, now) => {
      try {
        const payload = await verify(token, refreshType, refreshKeys, now)
        return {
          tokenId: text(payload.jti),
          sessionId: text(payload.sid),
          companyId: text(payload.company),
        }
      } catch {
        throw fail('refresh_refused')
      }
    },
  }
}

/** Verifies access tokens with only the secret: in the API, and in an admin runtime that has it. */
export function createAccessVerifier(secret: string, previous?: string): AccessVerifier {
  const keys = keyring(secret, previous)
  return keepVerified(clockToleranceSeconds, async (token, now) => {
    try {
      const payload = await verify(token, accessType, keys, now)
      return {
        userId: text(payload.sub),
        companyId: text(payload.company),
        sessionId: text(payload.sid),
        roles: rolesIn(payload.roles),
        expiresAt: new Date(Number(payload.exp) * 1000),
      }
    } catch (error) {
      throw fail(error instanceof errors.JWTExpired ? 'credentials_expired' : 'credentials_invalid')
    }
  })
}

/**
 * Returns whether a token names one of these keys. After a rotation elsewhere it may name a key that is not known
 * here yet.
 */
export function namesKnownKey(token: string, secret: string, previous?: string): boolean {
  try {
    return keyring(secret, previous).has(decodeProtectedHeader(token).kid ?? '')
  } catch {
    return false
  }
}

/** The key that signs, and during a rotation the previous one. */
function keyring(secret: string, previous: string | undefined): ReadonlyMap<string, KeyObject> {
  const both = [secret, ...(previous === undefined ? [] : [previous])].map(keyOf)
  return new Map(both.map(({ kid, key }) => [kid, key]))
}

type NamedKey = { readonly kid: string; readonly key: KeyObject }

function keyOf(secret: string): NamedKey {
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  return { kid, key: createSecretKey(Buffer.from(secret)) }
}

function sign(
  { kid, key }: NamedKey,
  typ: string,
  now: Date,
  expiresAt: Date,
  claims: Record<string, string | string[]>,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ, kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(key)
}

async function verify(
  token: string,
  typ: string,
  keys: ReadonlyMap<string, KeyObject>,
  now: Date,
): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(
    token,
    ({ kid }) => {
      const key = keys.get(kid ?? '')
      if (!key) throw new errors.JWKSNoMatchingKey()
      return key
    },
    {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ,
      requiredClaims: ['exp', 'sid', 'jti', 'company'],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    },
  )
  return payload
}

function rolesIn(claim: unknown): readonly Role[] | undefined {
  return Array.isArray(claim) ? roles.filter((role) => claim.includes(role)) : undefined
}

function text(claim: unknown): string {
  if (typeof claim !== 'string' || claim === '') throw new errors.JWTInvalid('a claim is missing')
  return claim
}
