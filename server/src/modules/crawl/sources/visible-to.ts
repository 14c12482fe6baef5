import { type Actor, may } from '#kernel/actor'
import { platformCompanyId } from '#modules/identity'

/** The companies whose sources an actor sees: its own, and the platform, whose sources everybody sees. */
export function companiesSeenBy({ companyId }: Actor): string[] {
  return [...new Set([companyId, platformCompanyId])]
}

/** The company whose sources an actor changes: operators those of the platform, an administrator those of the company. */
export function mayChange(actor: Actor, companyId: string): boolean {
  if (companyId !== actor.companyId) return false
  return may(actor, 'administer_company') || may(actor, 'operate_platform')
}
