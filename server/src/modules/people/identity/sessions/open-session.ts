import type { Role } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, type Clock, daysMs, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { currentRequest } from '#platform/request-context'
import type { Tokens } from '../tokens.ts'
import { deviceOf } from './device.ts'
import type { Method, Session, SignInRecord } from './session.ts'
import { insertRefreshToken, insertSession } from './session-store.ts'

export type SessionTokens = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly tokenType: 'Bearer'
  readonly expiresIn: number
}

export type SessionDeps = {
  readonly database: Database
  readonly tokens: Tokens
  readonly now: Clock
  readonly accessTokenSeconds: number
  readonly sessionDays: number
  readonly sessionIdleDays: number
  /** Clears cached principals, in every process. */
  readonly forget: () => void
}

/** The last step of every sign-in: a session, its first tokens, and the audit entry. */
export async function openSession(
  deps: SessionDeps,
  person: SignInRecord,
  methods: readonly Method[],
  now: Date,
): Promise<SessionTokens> {
  const request = currentRequest()
  const session: Session = {
    id: newId('ses', now),
    companyId: person.companyId,
    userId: person.userId,
    createdAt: now,
    refreshedAt: now,
    authenticatedAt: now,
    expiresAt: after(now, daysMs(deps.sessionDays)),
    methods,
    device: deviceOf(request?.userAgent),
    network: request?.address.slice(0, 60),
  }
  return deps.database.transaction(async (tx) => {
    await insertSession(tx, session)
    recordAudit(tx, {
      companyId: person.companyId,
      action: 'identity.session_opened',
      target: { type: 'session', id: session.id },
      outcome: 'done',
      details: { userId: person.userId, methods: [...methods] },
      now,
    })
    return issueTokens(deps, tx, { ...session, roles: person.roles }, now)
  })
}

export type LiveFamily = Pick<Session, 'companyId' | 'userId' | 'expiresAt'> & {
  readonly id: string
  /** The present roles of the person in that company. */
  readonly roles: readonly Role[]
}

export async function issueTokens(
  deps: SessionDeps,
  tx: Tx,
  family: LiveFamily,
  now: Date,
  tokenId: string = newId('rt', now),
): Promise<SessionTokens> {
  const { companyId, id: sessionId } = family
  await insertRefreshToken(tx, { id: tokenId, companyId, sessionId }, now)
  return signTokens(deps, family, { id: tokenId, issuedAt: now }, now)
}

/** One row always yields the same refresh token. */
export async function signTokens(
  deps: SessionDeps,
  family: LiveFamily,
  token: { readonly id: string; readonly issuedAt: Date },
  now: Date,
): Promise<SessionTokens> {
  const { companyId, userId, roles, id: sessionId } = family
  const expiresAt = after(now, secondsMs(deps.accessTokenSeconds))
  const access = { userId, companyId, sessionId, roles, expiresAt }
  const refresh = { tokenId: token.id, sessionId, companyId }
  return {
    accessToken: await deps.tokens.signAccess(access, newId('at', now), now),
    refreshToken: await deps.tokens.signRefresh(refresh, family.expiresAt, token.issuedAt),
    tokenType: 'Bearer',
    expiresIn: deps.accessTokenSeconds,
  }
}
