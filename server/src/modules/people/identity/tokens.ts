import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type Role, roles } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { memoizeText } from '#platform/local-cache'
import type { AccessClaims, AccessVerifier } from './access-claims.ts'
import { fail } from './failures.ts'
import { keepVerified } from './verified-tokens.ts'

export type RefreshClaims = {
  readonly tokenId: string
  readonly sessionId: string
  readonly companyId: string
}

/** What a companion carries: it may ask language models for this person and company, and nothing else. */
export type CompanionClaims = {
  readonly userId: string
  readonly companyId: string
  readonly tokenId: string
  /** The most tokens of language models that all calls with it may reserve. */
  readonly tokens: number
  readonly expiresAt: Date
}

export type Tokens = {
  signAccess(claims: AccessClaims, tokenId: string, now: Date): Promise<string>
  readonly verifyAccess: AccessVerifier
  signRefresh(claims: RefreshClaims, expiresAt: Date, now: Date): Promise<string>
  /** Throws `identity.refresh_refused`. */
  verifyRefresh(token: string, now: Date): Promise<RefreshClaims>
  signCompanion(claims: CompanionClaims, now: Date): Promise<string>
  /** Throws `identity.credentials_expired` or `identity.credentials_invalid`. */
  verifyCompanion(token: string, now: Date): Promise<CompanionClaims>
}

type Secrets = {
  readonly access: string
  readonly accessPrevious?: string | undefined
  readonly refresh: string
  readonly refreshPrevious?: string | undefined
}

const issuer = 'purveyor'
type Kind = {
  readonly typ: string
  readonly audience: string
  readonly requiredClaims: readonly string[]
}
const api = {
  audience: 'purveyor-api',
  requiredClaims: ['exp', 'sid', 'jti', 'company'],
} as const
const accessToken: Kind = { typ: 'at+jwt', ...api }
const refreshToken: Kind = { typ: 'rt+jwt', ...api }
const companionToken: Kind = {
  typ: 'companion+jwt',
  audience: 'llm',
  requiredClaims: ['exp', 'sub', 'jti', 'company', 'tokens'],
}
/** An expired token works for this long, so that the clocks of two machines may differ. */
const clockToleranceSeconds = 5

/**
 * First-party tokens: HS256 with a key id, and a separate `typ` for each kind, so that nobody mistakes a refresh
 * token for an access token (RFC 8725, 3.11). An unknown key id is refused; keys are never tried in turn.
 */
export function createTokens(secrets: Secrets): Tokens {
  const access = keyOf(secrets.access)
  const refresh = keyOf(secrets.refresh)
  const refreshKeys = keysOf(secrets.refresh, secrets.refreshPrevious)
  const companionSecret = companionSecretOf(secrets.access)
  const companion = keyOf(companionSecret)
  const companionPrevious =
    secrets.accessPrevious === undefined ? undefined : companionSecretOf(secrets.accessPrevious)
  const companionKeys = keysOf(companionSecret, companionPrevious)
  return {
    signAccess: (claims, tokenId, now) =>
      sign(access, accessToken, now, claims.expiresAt, {
        sub: claims.userId,
        company: claims.companyId,
        sid: claims.sessionId,
        jti: tokenId,
        roles: [...(claims.roles ?? [])],
      }),
    verifyAccess: createAccessVerifier(secrets.access, secrets.accessPrevious),
    signRefresh: (claims, expiresAt, now) =>
      sign(refresh, refreshToken, now, expiresAt, {
        company: claims.companyId,
        sid: claims.sessionId,
        jti: claims.tokenId,
      }),
    verifyRefresh: async (token, now) => {
      try {
        const payload = await verify(token, refreshToken, refreshKeys, now)
        return {
          tokenId: text(payload.jti),
          sessionId: text(payload.sid),
          companyId: text(payload.company),
        }
      } catch {
        throw fail('refresh_refused')
      }
    },
    signCompanion: ({ userId, companyId, tokenId, tokens, expiresAt }, now) =>
      sign(companion, companionToken, now, expiresAt, {
        sub: userId,
        company: companyId,
        jti: tokenId,
        tokens,
      }),
    verifyCompanion: async (token, now) => {
      try {
        const payload = await verify(token, companionToken, companionKeys, now)
        return {
          userId: text(payload.sub),
          companyId: text(payload.company),
          tokenId: text(payload.jti),
          tokens: count(payload.tokens),
          expiresAt: new Date(Number(payload.exp) * 1000),
        }
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}

/** Whether a bearer says that it is a token of a companion. Nothing is verified here. */
export function isCompanionToken(token: string): boolean {
  return typeOfHeader(token.slice(0, token.indexOf('.') + 1)) === companionToken.typ
}

const headersMax = 100

/** The tokens of a kind that one key signs have one header. Reading it anew costs as much as looking for the session. */
const typeOfHeader = memoizeText(headersMax, (header): string => {
  try {
    return decodeProtectedHeader(`${header}.`).typ ?? ''
  } catch {
    return ''
  }
})

/** A key of its own: the admin runtime has the secret of access tokens and needs no other. */
function companionSecretOf(accessSecret: string): string {
  return createHmac('sha256', accessSecret).update('purveyor/companions').digest('base64url')
}

/** Verifies access tokens with only the secret: in the API, and in an admin runtime that has it. */
export function createAccessVerifier(secret: string, previous?: string): AccessVerifier {
  const keys = keysOf(secret, previous)
  return keepVerified(clockToleranceSeconds, async (token, now) => {
    try {
      const payload = await verify(token, accessToken, keys, now)
      return {
        userId: text(payload.sub),
        companyId: text(payload.company),
        sessionId: text(payload.sid),
        roles: rolesIn(payload.roles),
        expiresAt: new Date(Number(payload.exp) * 1000),
      }
    } catch (error) {
      throw refusalOf(error)
    }
  })
}

function refusalOf(error: unknown): Failure {
  return fail(error instanceof errors.JWTExpired ? 'credentials_expired' : 'credentials_invalid')
}

/**
 * Returns whether a token names one of these keys. After a rotation elsewhere it may name a key that is not known
 * here yet.
 */
export function namesKnownKey(token: string, secret: string, previous?: string): boolean {
  try {
    return keysOf(secret, previous).has(decodeProtectedHeader(token).kid ?? '')
  } catch {
    return false
  }
}

/** The key that signs, and during a rotation the previous one. */
function keysOf(secret: string, previous: string | undefined): ReadonlyMap<string, KeyObject> {
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
  { typ, audience }: Kind,
  now: Date,
  expiresAt: Date,
  claims: Record<string, string | string[] | number>,
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
  { typ, audience, requiredClaims }: Kind,
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
      requiredClaims: [...requiredClaims],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    },
  )
  return payload
}

function rolesIn(claim: unknown): readonly Role[] | undefined {
  return Array.isArray(claim) ? roles.filter((role) => claim.includes(role)) : undefined
}

function count(claim: unknown): number {
  if (!Number.isSafeInteger(claim)) throw new errors.JWTInvalid('a claim is no number')
  return claim as number
}

function text(claim: unknown): string {
  if (typeof claim !== 'string' || claim === '') throw new errors.JWTInvalid('a claim is missing')
  return claim
}
