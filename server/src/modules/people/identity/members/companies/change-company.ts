import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { isCurrency } from '#kernel/currency'
import { newId } from '#kernel/id'
import { missedPostalForms } from '#kernel/postal-code'
import { isTimeZone } from '#kernel/time-zone'
import { recordAudit } from '#platform/audit'
import { afterCommit, type Tx } from '#platform/db'
import { timeZoneOf } from '#platform/working-time'
import type { MemberDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { invite } from '../invitations/invite.ts'
import { requireAdmin } from '../standing.ts'
import type { Company, CompanyState } from './company.ts'
import {
  type CompanyChange,
  endSessionsIn,
  findCompany,
  insertCompany,
  isZoneInDatabase,
  lockCompany,
  markCompanyDisabled,
  updateCompany,
} from './company-store.ts'
import { ringCompanyChanged } from './parties.ts'

export type OwnCompanyChange = Omit<CompanyChange, 'supplier'>

/** Changes what a company decides about itself. Only operators decide whether it sells, and whether it may act. */
export async function changeOwnCompany(
  deps: MemberDeps,
  actor: Actor,
  change: OwnCompanyChange,
): Promise<Company> {
  assertPlaceKnown(change)
  return deps.database.transaction(async (tx) => {
    await lockCompany(tx, actor.companyId)
    await requireAdmin(tx, actor)
    return applyChange(deps, tx, actor, actor.companyId, change)
  })
}

export type CreateCompanyInput = {
  readonly name: string
  readonly currency: string
  readonly country: string
  readonly supplier: boolean
  readonly vatId?: string | undefined
  /** This address gets an invitation as the first administrator. */
  readonly adminEmail?: string | undefined
}

export async function createCompany(
  deps: MemberDeps,
  actor: Actor,
  { adminEmail, ...input }: CreateCompanyInput,
): Promise<Company> {
  assertPlaceKnown(input)
  const now = deps.now()
  const id = newId('co', now)
  return deps.database.transaction(async (tx) => {
    const timeZone = await usualTimeZone(tx, input.country)
    await insertCompany(tx, { ...input, id, platform: false, timeZone }, now)
    const company = await getCompany(tx, id)
    audit(tx, actor, 'identity.company_created', id, now, { supplier: input.supplier })
    if (adminEmail !== undefined) {
      await invite(deps, tx, { company, email: adminEmail, roles: ['company_admin'], actor })
    }
    return company
  })
}

/** The time zone of the capital, if the database knows it. */
async function usualTimeZone(tx: Tx, country: string): Promise<string | undefined> {
  const timeZone = timeZoneOf(country)
  return timeZone && (await isZoneInDatabase(tx, timeZone)) ? timeZone : undefined
}

export type OperatorsChange = CompanyChange & { readonly state?: CompanyState | undefined }

export async function changeCompany(
  deps: MemberDeps,
  actor: Actor,
  companyId: string,
  { state, ...change }: OperatorsChange,
): Promise<Company> {
  assertPlaceKnown(change)
  return deps.database.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    if (!company) throw fail('company_not_found', { companyId })
    if (company.platform && state === 'DISABLED') throw fail('platform_stays_open')
    if (state !== undefined) await changeState(deps, tx, actor, company, state)
    const isChange = Object.values(change).some((value) => value !== undefined)
    return isChange ? applyChange(deps, tx, actor, companyId, change) : getCompany(tx, companyId)
  })
}

/**
 * No credential of a closed company works: sessions end, and all other credentials are refused. Its offers are not
 * sold, and nothing runs in its name.
 */
async function changeState(
  deps: MemberDeps,
  tx: Tx,
  actor: Actor,
  company: Company,
  state: CompanyState,
): Promise<void> {
  const now = deps.now()
  const { id } = company
  const closes = state === 'DISABLED'
  if (!(await markCompanyDisabled(tx, id, closes ? now : null, now))) return
  if (closes) await endSessionsIn(tx, id, undefined, now)
  await deps.companyClosed(tx, company, { closedAt: closes ? now : undefined, by: actor, now })
  audit(tx, actor, closes ? 'identity.company_disabled' : 'identity.company_enabled', id, now)
  afterCommit(tx, deps.forget)
}

async function applyChange(
  deps: MemberDeps,
  tx: Tx,
  actor: Actor,
  companyId: string,
  change: CompanyChange,
): Promise<Company> {
  const now = deps.now()
  const { timeZone } = change
  if (timeZone !== undefined && !(await isZoneInDatabase(tx, timeZone)))
    throw fail('place_unknown', { fields: ['timeZone'] })
  const changed = await updateCompany(tx, companyId, change, now)
  if (!changed) throw fail('company_not_found', { companyId })
  const fields = Object.entries(change).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  )
  audit(tx, actor, 'identity.company_changed', companyId, now, { fields })
  ringCompanyChanged(tx)
  // Cached credentials carry the language of the company.
  if (change.locale !== undefined) afterCommit(tx, deps.forget)
  return changed
}

async function getCompany(tx: Tx, companyId: string): Promise<Company> {
  const company = await findCompany(tx, companyId)
  if (!company) throw fail('company_not_found', { companyId })
  return company
}

function assertPlaceKnown({ currency, country, billingAddress, timeZone }: CompanyChange): void {
  const unknown = [
    ...(currency === undefined || isCurrency(currency) ? [] : ['currency']),
    ...(country === undefined || isCountry(country) ? [] : ['country']),
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : ['timeZone']),
    ...(!billingAddress || isCountry(billingAddress.country) ? [] : ['billingAddress.country']),
  ]
  if (unknown.length > 0) throw fail('place_unknown', { fields: unknown })
  const forms =
    billingAddress && missedPostalForms(billingAddress.country, billingAddress.postalCode)
  if (forms) throw fail('postal_code_invalid', { country: billingAddress.country, forms })
}

function audit(
  tx: Tx,
  actor: Actor,
  action: `identity.company_${string}`,
  companyId: string,
  now: Date,
  details: Record<string, boolean | readonly string[]> = {},
): void {
  const target = { type: 'company', id: companyId }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', details, now })
}
