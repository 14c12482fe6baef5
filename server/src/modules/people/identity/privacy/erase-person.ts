import { type Actor, may } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { noCompany, recordAudit } from '#platform/audit'
import { afterCommit, type Database, type Tx } from '#platform/db'
import type { Kept, PersonalData, PersonOfData } from '#platform/personal-data'
import { fail } from './failures.ts'
import { deletePastMemberships, lockPerson } from './person-store.ts'

export type EraseDeps = {
  readonly database: Database
  readonly now: Clock
  readonly sources: readonly PersonalData[]
  readonly forgetCredentials: () => void
}

export type Erased = {
  readonly userId: string
  readonly erasedAt: Date
  readonly kept: readonly Kept[]
}

/**
 * Erases a person from the whole product in one transaction. Administrators can erase people who belong only to their
 * company; operators can erase everybody.
 */
export async function erasePerson(deps: EraseDeps, actor: Actor, userId: string): Promise<Erased> {
  const now = deps.now()
  if (userId === actor.id) throw fail('own_erasure')
  return deps.database.transaction(async (tx) => {
    const person = await lockPerson(tx, userId)
    const isOperator = may(actor, 'act_for_every_company')
    const isMine = person?.memberOf.includes(actor.companyId)
    if (!person || (!isOperator && !isMine)) throw fail('person_not_found', { userId })
    if (person.erasedAt) throw fail('person_erased', { userId })
    if (!isOperator && person.memberOf.some((companyId) => companyId !== actor.companyId)) {
      throw fail('person_elsewhere', { userId })
    }
    await assertNotBuying(deps, tx, person)

    const kept: Kept[] = []
    for (const source of deps.sources) kept.push(...(await source.erase(tx, person, now)))
    if (kept.length === 0) await deletePastMemberships(tx, userId)
    const companyIds = person.companyIds.length > 0 ? person.companyIds : [noCompany]
    for (const companyId of companyIds) {
      recordAudit(tx, {
        companyId,
        actor,
        action: 'identity.person_erased',
        target: { type: 'person', id: userId },
        outcome: 'done',
        details: { kept: kept.map(({ what }) => what) },
        now,
      })
    }
    afterCommit(tx, deps.forgetCredentials)
    return { userId, erasedAt: now, kept }
  })
}

async function assertNotBuying(deps: EraseDeps, tx: Tx, person: PersonOfData): Promise<void> {
  for (const source of deps.sources) {
    if (await source.isBusy?.(tx, person)) throw fail('person_is_buying', { userId: person.userId })
  }
}
