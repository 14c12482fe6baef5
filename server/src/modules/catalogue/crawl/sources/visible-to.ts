import { type Actor, may } from '#kernel/actor'
import { platformCompanyId } from '#modules/identity'
import { sql } from '#platform/db'

/** The companies whose offers an actor finds: its own, and the platform, whose sources everybody sees. */
export function companiesSeenBy({ companyId }: Actor): string[] {
  return [...new Set([companyId, platformCompanyId])]
}

export type Companies = readonly string[] | 'all'

/** The companies whose sources and runs an actor reads. Operators read all, to repair them. */
export function companiesReadBy(actor: Actor): Companies {
  return may(actor, 'operate_platform') ? 'all' : companiesSeenBy(actor)
}

/** The company of the sources that an actor makes. Everybody sees what operators make. */
export function companyOfSources(actor: Actor): string {
  return may(actor, 'operate_platform') ? platformCompanyId : actor.companyId
}

/** Operators change every source, and an administrator those of the company. */
export function mayChange(actor: Actor, companyId: string): boolean {
  if (may(actor, 'operate_platform')) return true
  return companyId === actor.companyId && may(actor, 'administer_company')
}

/** Limits a statement to the rows of these companies. */
export function ofCompanies(companies: Companies) {
  return companies === 'all'
    ? sql`/* across companies: operators see the whole platform */ true`
    : sql`company_id = any(${[...companies]})`
}
