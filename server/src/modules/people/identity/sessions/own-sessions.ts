import type { Actor } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import { fail } from '../failures.ts'
import type { SessionDeps } from './open-session.ts'
import type { Session } from './session.ts'
import { endOwnSession, endSession, endSessionsOf, listSessionsOf } from './session-store.ts'

export async function signOut(deps: SessionDeps, actor: Actor): Promise<void> {
  const { companyId, sessionId } = actor
  if (!sessionId) return
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await endSession(tx, companyId, sessionId, 'signed_out', now))) return
    const target = { type: 'session', id: sessionId }
    const action = 'identity.session_ended'
    recordAudit(tx, { companyId, actor, action, target, outcome: 'done', now })
  })
  deps.forget()
}

/** All sessions of the person, in every company. */
export function listOwnSessions(deps: SessionDeps, actor: Actor): Promise<Session[]> {
  const now = deps.now()
  const idleSince = after(now, -daysMs(deps.sessionIdleDays))
  return listSessionsOf(deps.database.pool, actor.id, idleSince, now)
}

/** A session of another person counts as not found. */
export async function revokeOwnSession(
  deps: SessionDeps,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await endOwnSession(tx, actor.id, sessionId, now))) {
      throw fail('session_not_found', { sessionId })
    }
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'identity.session_revoked',
      target: { type: 'session', id: sessionId },
      outcome: 'done',
      now,
    })
  })
  deps.forget()
}

/** Ends all sessions but this one. Returns how many it ended. */
export async function revokeOtherSessions(deps: SessionDeps, actor: Actor): Promise<number> {
  const now = deps.now()
  const ended = await deps.database.transaction(async (tx) => {
    const count = await endSessionsOf(tx, actor.id, actor.sessionId, 'revoked', now)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'identity.other_sessions_revoked',
      target: { type: 'person', id: actor.id },
      outcome: 'done',
      details: { sessions: count },
      now,
    })
    return count
  })
  deps.forget()
  return ended
}
