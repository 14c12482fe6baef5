import { type Actor, may } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { failIdentity } from '#platform/http'
import type { Company } from './companies/company.ts'
import { lockCompany } from './companies/company-store.ts'
import { fail } from './failures.ts'
import type { Member } from './member.ts'
import { countOtherAdmins, findMember, isOperator } from './member-store.ts'

/** Locks the company: its members change one at a time. */
export async function holdCompany(tx: Tx, companyId: string): Promise<Company> {
  const company = await lockCompany(tx, companyId)
  if (!company || company.disabledAt) throw fail('company_not_found', { companyId })
  return company
}

/**
 * Checks what the actor may do now, not when the request arrived: if two administrators take each other's role at the
 * same moment, the second is no longer one. An operator may act in any company. Call this while the company is locked.
 */
export async function requireAdmin(tx: Tx, actor: Actor): Promise<void> {
  const me = await findMember(tx, actor.companyId, actor.id)
  if (me && isAdmin(me)) return
  if (await isOperator(tx, actor.id)) return
  throw failIdentity('access_denied', { needs: 'company_admin' })
}

/** Operators are the administrators of the platform's own company: it has no other role. */
export function isAdmin(member: Pick<Member, 'roles'>): boolean {
  return may(member, 'administer_company') || may(member, 'operate_platform')
}

/** Nobody could ever change a company without an administrator again. */
export async function assertNotLastAdmin(tx: Tx, member: Member): Promise<void> {
  if (!isAdmin(member)) return
  if ((await countOtherAdmins(tx, member.companyId, member.userId)) === 0) {
    throw fail('last_admin', { userId: member.userId })
  }
}
