import { type Actor, may } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Company } from '#modules/identity'
import { fail } from './failures.ts'

export type Suppliers = {
  /** Throws if there is no such company. */
  companyOf(companyId: string): Promise<Company>
  findCompany(companyId: string): Promise<Company | undefined>
}

/**
 * The supplier whose products the actor may change: the actor's own company if it sells, or for operators the named
 * one.
 */
export async function supplierFor(
  { companyOf, findCompany }: Suppliers,
  actor: Actor,
  supplierId: string | undefined,
): Promise<Company & { readonly id: Id<'co'> }> {
  const isOperator = may(actor, 'act_for_every_company')
  if (!isOperator && supplierId !== undefined && supplierId !== actor.companyId) {
    throw fail('supplier_unknown', { supplierId })
  }
  const company =
    isOperator && supplierId !== undefined
      ? await findCompany(supplierId)
      : await companyOf(actor.companyId)
  if (!company) throw fail('supplier_unknown', { supplierId })
  if (!company.supplier) {
    // The company of an operator sells nothing. So the request lacks the supplier, or names an unknown one.
    const code = isOperator ? 'supplier_unknown' : 'supplier_required'
    throw fail(code, { supplierId: supplierId ?? actor.companyId })
  }
  return company
}

/** The supplier whose imports the actor may see. Undefined for operators, who see all. */
export async function scopeOf(suppliers: Suppliers, actor: Actor): Promise<string | undefined> {
  if (may(actor, 'act_for_every_company')) return undefined
  return (await supplierFor(suppliers, actor, undefined)).id
}
