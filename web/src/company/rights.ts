import type { Me } from './api.ts'

// What these decide is only what a page offers. The API decides what a person may do.

function rolesOf({ person: { roles, unitRoles = [] } }: Me): readonly string[] {
  return [...roles, ...unitRoles.map(({ role }) => role)]
}

/** Whether the person orders for others, for the company or for a unit of it. */
export function maySource(me: Me): boolean {
  return rolesOf(me).some((role) => role === 'buyer' || role === 'company_admin')
}

/** Whether approval rules may name the person, or orders of the person may need approval. */
export function mayApprove(me: Me): boolean {
  return rolesOf(me).some((role) => role !== 'requester' && role !== 'accountant')
}

/** Whether the person fills carts and writes requisitions. Accountants only read. */
export function mayAsk(me: Me): boolean {
  return rolesOf(me).some((role) => role !== 'accountant')
}

/** Whether a cart of the person becomes a requisition, and never an order. */
export function isRequester(me: Me): boolean {
  return rolesOf(me).every((role) => role === 'requester')
}

/** Whether the person answers what customers of the company order. */
export function maySell(me: Me): boolean {
  return me.company.supplier && me.person.roles.some((role) => role !== 'requester')
}

/** Whether the person sends files of the products that the company sells. */
export function mayChangeProducts(me: Me): boolean {
  return me.company.supplier && isAdministrator(me)
}

/** Whether the person decides what the company is and what its people may do. */
export function isAdministrator({ person }: Me): boolean {
  return person.roles.includes('company_admin')
}

/** Whether the person reads what the company, or a unit of it, may spend. */
export function mayReadBudgets(me: Me): boolean {
  return isAdministrator(me) || isAccountant(me)
}

/** Whether the person reads what each person may spend. */
export function mayReadLimits({ person: { roles } }: Me): boolean {
  return roles.some((role) => role === 'company_admin' || role === 'accountant')
}

/** Whether the person keeps the books, of the company or of a unit. */
export function isAccountant(me: Me): boolean {
  return rolesOf(me).includes('accountant')
}
