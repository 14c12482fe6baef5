import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { endPaused } from '../running/end-paused.ts'
import { findCompanyOf } from '../watch/watch-store.ts'
import { auditAutomation } from './audit-automation.ts'
import { type Automation, type DefinitionInput, isDoneAsPublisher } from './automation.ts'
import {
  findAutomation,
  lockAutomation,
  markDeleted,
  publishDraft,
  rename,
  setState,
  writeDraft,
} from './automation-store.ts'
import { acceptDefinition, detailsOf } from './create-automation.ts'

export type ChangeAutomationInput = Partial<DefinitionInput> & {
  readonly name?: string
  readonly state?: 'ACTIVE' | 'PAUSED'
  /** Why. Operators say it. */
  readonly note?: string
}

/** Changes go to the draft. The published version runs unchanged until the draft is published. */
export async function changeAutomation(
  deps: Deps,
  actor: Actor,
  id: string,
  { name, state, note, ...wished }: ChangeAutomationInput,
): Promise<Automation> {
  const { companyId } = actor
  // This comes before the address is looked up: a caller without access must not make us do that work.
  const before = await findAutomation(deps.database.pool, companyId, id)
  if (!before) throw fail('automation_not_found', { automationId: id })
  const current = before.draft ?? before.published
  if (!current) throw new Error('an automation without a version')
  const isRewritten = Object.keys(wished).length > 0
  const definition = isRewritten
    ? await acceptDefinition(deps, actor, { ...current, ...wished })
    : current

  const now = deps.now()
  const changed = await deps.database.transaction(async (tx) => {
    const automation = await lockAutomation(tx, companyId, id)
    if (!automation) throw fail('automation_not_found', { automationId: id })
    if (isRewritten) await writeDraft(tx, automation, definition, actor.id, now)
    if (name !== undefined) await rename(tx, automation, name, now)
    if (state === 'ACTIVE') assertActsForActor(automation, actor)
    if (state && !(await setState(tx, automation, state, now))) {
      throw fail('not_published', { automationId: id })
    }
    auditAutomation(tx, actor, 'changed', id, now, {
      ...(isRewritten && detailsOf(definition)),
      ...(name !== undefined && { renamed: true }),
      ...(state && { state }),
      ...(note !== undefined && { note }),
    })
    return getAutomation(deps, companyId, id, tx)
  })
  if (state === 'PAUSED') await endPaused(deps, { companyId, automationId: id })
  return changed
}

/** Pauses or resumes the automation of any company. The audit log of that company records the operator. */
export async function setStateOfAny(
  deps: Deps,
  operator: Actor,
  id: string,
  change: { readonly state: 'ACTIVE' | 'PAUSED'; readonly note: string },
): Promise<Automation> {
  const companyId = await findCompanyOf(deps.database.pool, id)
  if (!companyId) throw fail('automation_not_found', { automationId: id })
  return changeAutomation(deps, { ...operator, companyId: companyId as Id<'co'> }, id, change)
}

/**
 * If the publisher paused a rule that acts in the publisher's name, that consent is withdrawn: nobody else may give
 * it again.
 */
function assertActsForActor({ published, state }: Automation, actor: Actor): void {
  if (state !== 'PAUSED' || published?.publishedBy === actor.id) return
  if (published?.actions.some(isDoneAsPublisher)) {
    throw fail('acts_for_another', { publishedBy: published.publishedBy })
  }
}

export async function publishAutomation(deps: Deps, actor: Actor, id: string): Promise<Automation> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    const automation = await lockAutomation(tx, companyId, id)
    if (!automation) throw fail('automation_not_found', { automationId: id })
    if (!automation.draft) throw fail('nothing_to_publish', { automationId: id })
    await publishDraft(tx, automation, automation.draft, actor.id, now)
    const { version } = automation.draft
    auditAutomation(tx, actor, 'published', id, now, { version })
    return getAutomation(deps, companyId, id, tx)
  })
}

/** The rule starts no more runs. Its runs stay readable, because they record what was done. */
export async function deleteAutomation(deps: Deps, actor: Actor, id: string): Promise<void> {
  const now = deps.now()
  const { companyId } = actor
  await deps.database.transaction(async (tx) => {
    if (!(await markDeleted(tx, companyId, id, now))) {
      throw fail('automation_not_found', { automationId: id })
    }
    auditAutomation(tx, actor, 'deleted', id, now)
    await deps.incidents.resolve(tx, { key: 'automation.dead-letter', dedupeKey: id, now })
  })
  await endPaused(deps, { companyId, automationId: id })
}

export async function getAutomation(
  { database }: Pick<Deps, 'database'>,
  companyId: string,
  id: string,
  conn: Parameters<typeof findAutomation>[0] = database.pool,
): Promise<Automation> {
  const automation = await findAutomation(conn, companyId, id)
  if (!automation) throw fail('automation_not_found', { automationId: id })
  return automation
}
