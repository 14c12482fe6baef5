import type { Actor } from '#kernel/actor'
import { noCompany, recordAudit } from '#platform/audit'
import { afterCommit, type Tx } from '#platform/db'
import { endSessionsIn } from '../companies/company-store.ts'
import type { MemberDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { findMember } from '../member-store.ts'
import { holdCompany, requireAdmin } from '../standing.ts'
import {
  type FoundPerson,
  findPerson,
  markLocked,
  markUnlocked,
  searchPeople,
} from './found-people-store.ts'

/** The audit log records each look-up: the people shown, and the operator who saw them. */
export async function lookUpPeople(
  { database, now }: MemberDeps,
  actor: Actor,
  q: string,
  page: { readonly before?: string | undefined; readonly limit: number },
): Promise<FoundPerson[]> {
  return database.transaction(async (tx) => {
    const found = await searchPeople(tx, q, page)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'identity.people_looked_up',
      target: { type: 'person', id: found.length === 1 ? (found[0]?.userId ?? '') : 'several' },
      outcome: 'done',
      details: { people: found.map(({ userId }) => userId) },
      now: now(),
    })
    return found
  })
}

/**
 * For an account that somebody else may be using. The account cannot sign in, its sessions end, apps no longer act
 * for it, and the API keys that it made do not work until an operator unlocks it.
 */
export async function lockAccount(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
  note: string | undefined,
): Promise<FoundPerson> {
  if (userId === actor.id) throw fail('own_lock')
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const isNew = await markLocked(tx, userId, { by: actor.id, note, now })
    const person = await getPerson(tx, userId)
    if (!isNew) throw fail('account_not_open', { userId, state: person.state })
    await deps.credentialsChanged(tx, { userId, now })
    notifyCompanies(tx, actor, person, 'identity.account_locked', now)
    return person
  })
}

export async function unlockAccount(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
): Promise<FoundPerson> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const isNew = await markUnlocked(tx, userId)
    const person = await getPerson(tx, userId)
    if (!isNew) throw fail('account_not_locked', { userId, state: person.state })
    notifyCompanies(tx, actor, person, 'identity.account_unlocked', now)
    afterCommit(tx, deps.forget)
    return person
  })
}

/**
 * Ends only the sessions in the administrator's own company. Sessions in other companies are the business of their
 * administrators.
 */
export async function endSessionsOfMember(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
): Promise<number> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    await holdCompany(tx, companyId)
    await requireAdmin(tx, actor)
    if (!(await findMember(tx, companyId, userId))) throw fail('member_not_found', { userId })
    const sessions = await endSessionsIn(tx, companyId, userId, now)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.member_sessions_ended',
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: { sessions },
      now,
    })
    afterCommit(tx, deps.forget)
    return sessions
  })
}

async function getPerson(tx: Tx, userId: string): Promise<FoundPerson> {
  const person = await findPerson(tx, userId)
  if (!person) throw fail('account_not_found', { userId })
  return person
}

/** Each company of the person has the entry in its own audit log. */
function notifyCompanies(
  tx: Tx,
  actor: Actor,
  { userId, memberships, lock }: FoundPerson,
  action: 'identity.account_locked' | 'identity.account_unlocked',
  now: Date,
): void {
  const companyIds = memberships.map(({ companyId }) => companyId)
  for (const companyId of companyIds.length > 0 ? companyIds : [noCompany]) {
    recordAudit(tx, {
      companyId,
      actor,
      action,
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: lock?.note === undefined ? {} : { note: lock.note },
      now,
    })
  }
}
