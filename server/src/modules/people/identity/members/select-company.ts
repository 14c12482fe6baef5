import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import { afterCommit } from '#platform/db'
import { fail as failIdentity } from '../failures.ts'
import { issueTokens, type SessionTokens } from '../sessions/open-session.ts'
import { endSession, insertSession } from '../sessions/session-store.ts'
import type { MemberDeps } from './deps.ts'
import { fail } from './failures.ts'
import { findSession, listMemberships } from './member-store.ts'

/**
 * Continues with the same person, device and sign-in in another company. A session belongs to one company for all its
 * life, so this one ends and another begins, with the same age and the same end.
 */
export async function selectCompany(
  deps: MemberDeps,
  actor: Actor,
  companyId: string,
): Promise<SessionTokens> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const memberships = await listMemberships(tx, actor.id)
    const chosen = memberships.find((membership) => membership.companyId === companyId)
    if (!chosen || !actor.sessionId) throw fail('company_not_found', { companyId })
    const current = await findSession(tx, actor.companyId, actor.sessionId)
    const ended = await endSession(tx, actor.companyId, actor.sessionId, 'signed_out', now)
    if (!current || !ended) throw failIdentity('credentials_invalid')

    const session = {
      ...current,
      id: newId('ses', now),
      companyId: chosen.companyId,
      createdAt: now,
      refreshedAt: now,
    }
    await insertSession(tx, session)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.company_selected',
      target: { type: 'session', id: session.id },
      outcome: 'done',
      details: { from: actor.companyId },
      now,
    })
    afterCommit(tx, deps.forget)
    return issueTokens(deps.sessions, tx, { ...session, roles: chosen.roles }, now)
  })
}
