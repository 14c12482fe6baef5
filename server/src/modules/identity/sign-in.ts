import { newId } from '#kernel/id'
import { after, type Clock, daysMs, secondsMs } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { fail } from './failures.ts'
import type { Passwords } from './password.ts'
import {
  endSession,
  findForSignIn,
  insertRefreshToken,
  insertSession,
  markRefreshTokenUsed,
  touchSession,
} from './store.ts'
import type { Tokens } from './tokens.ts'

export type SessionTokens = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly tokenType: 'Bearer'
  readonly expiresIn: number
}

export type SignInDeps = {
  readonly database: Database
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly now: Clock
  readonly accessTokenSeconds: number
  readonly sessionDays: number
  readonly sessionIdleDays: number
  readonly onSessionEnded: () => void
}

/** One answer for an unknown person, a wrong password and a disabled account, in the same time. */
export async function signIn(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
): Promise<SessionTokens> {
  const known = await findForSignIn(deps.database.pool, input.email)
  const matches = await deps.passwords.matches(input.password, known?.passwordHash)
  if (!known || !matches) throw fail('sign_in_refused')

  const now = deps.now()
  const session = {
    id: newId('ses', now),
    companyId: known.companyId,
    userId: known.userId,
    expiresAt: after(now, daysMs(deps.sessionDays)),
  }
  return deps.database.transaction(async (tx) => {
    await insertSession(tx, session, now)
    return issueTokens(deps, tx, session, now)
  })
}

/** Rotates: the old token is used up. One that comes a second time was stolen, and ends its session. */
export async function refreshSession(deps: SignInDeps, token: string): Promise<SessionTokens> {
  const now = deps.now()
  const { companyId, sessionId, tokenId } = await deps.tokens.verifyRefresh(token, now)
  const idleSince = after(now, -daysMs(deps.sessionIdleDays))
  const tokens = await deps.database.transaction(async (tx) => {
    const session = await touchSession(tx, companyId, sessionId, idleSince, now)
    if (!session) throw fail('refresh_refused')
    if (!(await markRefreshTokenUsed(tx, companyId, tokenId, now))) {
      await endSession(tx, companyId, sessionId, 'refresh_reused', now)
      return undefined
    }
    return issueTokens(deps, tx, { id: sessionId, companyId, ...session }, now)
  })
  if (tokens) return tokens
  deps.onSessionEnded()
  throw fail('refresh_reused')
}

export async function signOut(
  deps: SignInDeps,
  actor: { readonly companyId: string; readonly sessionId?: string },
): Promise<void> {
  const { companyId, sessionId } = actor
  if (!sessionId) return
  await deps.database.transaction((tx) =>
    endSession(tx, companyId, sessionId, 'signed_out', deps.now()),
  )
  deps.onSessionEnded()
}

type OpenSession = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly expiresAt: Date
}

async function issueTokens(
  deps: SignInDeps,
  tx: Tx,
  session: OpenSession,
  now: Date,
): Promise<SessionTokens> {
  const { companyId, userId, id: sessionId } = session
  const tokenId = newId('rt', now)
  await insertRefreshToken(tx, { id: tokenId, companyId, sessionId }, now)
  const expiresAt = after(now, secondsMs(deps.accessTokenSeconds))
  const access = { userId, companyId, sessionId, expiresAt }
  return {
    accessToken: await deps.tokens.signAccess(access, newId('at', now), now),
    refreshToken: await deps.tokens.signRefresh(
      { tokenId, sessionId, companyId },
      session.expiresAt,
      now,
    ),
    tokenType: 'Bearer',
    expiresIn: deps.accessTokenSeconds,
  }
}
