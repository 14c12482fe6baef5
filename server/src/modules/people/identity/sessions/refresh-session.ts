import { type Id, newId } from '#kernel/id'
import { after, daysMs, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import { fail } from '../failures.ts'
import { issueTokens, type SessionDeps, type SessionTokens, signTokens } from './open-session.ts'
import {
  endSession,
  findUnusedSuccessor,
  markRefreshTokenUsed,
  touchSession,
} from './session-store.ts'

/**
 * An honest client refreshes twice if two of its requests find the access token expired, or if an answer was lost.
 * For this time, and only until somebody uses the successor, a used token gets the same successor again: so there is
 * one valid token, however many requests came. A later use, or one of an older token, is a theft.
 */
const graceMs = secondsMs(10)

/** Rotates the token: the old one is used up. If a used token comes too late, its session ends. */
export async function refreshSession(deps: SessionDeps, text: string): Promise<SessionTokens> {
  const now = deps.now()
  const { companyId, sessionId, tokenId } = await deps.tokens.verifyRefresh(text, now)
  const idleSince = after(now, -daysMs(deps.sessionIdleDays))
  const tokens = await deps.database.transaction(async (tx) => {
    const live = await touchSession(tx, companyId, sessionId, idleSince, now)
    if (!live) throw fail('refresh_refused')
    const family = { ...live, id: sessionId, companyId: companyId as Id<'co'> }
    const token = { id: tokenId, companyId, sessionId }
    const successorId = newId('rt', now)
    if (await markRefreshTokenUsed(tx, token, successorId, now)) {
      return issueTokens(deps, tx, family, now, successorId)
    }
    const unused = await findUnusedSuccessor(tx, token, after(now, -graceMs))
    if (unused) return signTokens(deps, family, unused, now)
    await endSession(tx, companyId, sessionId, 'refresh_reused', now)
    recordAudit(tx, {
      companyId,
      action: 'identity.refresh_token_reused',
      target: { type: 'session', id: sessionId },
      outcome: 'refused',
      details: { userId: live.userId },
      now,
    })
    return undefined
  })
  if (tokens) return tokens
  deps.forget()
  throw fail('refresh_reused')
}
