import { type Actor, may } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Company } from '#modules/identity'
import { fail } from './failures.ts'

export type Suppliers = {
  /** Throws where there is none. */
  companyOf(companyId: string): Promise<Company>
  findCompany(companyId: string): Promise<Company | undefined>
}

/** Whose products the actor may change: their own company's, where it sells, or for operators the one they name. */
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
    // An operator's own company sells nothing, and need not: what is missing is the name of one that does.
    const code = isOperator ? 'supplier_unknown' : 'supplier_required'
    throw fail(code, { supplierId: supplierId ?? actor.companyId })
  }
  return company
}

/** Whose imports the actor may see: undefined for operators, who see all. */
export async function scopeOf(suppliers: Suppliers, actor: Actor): Promise<string | undefined> {
  if (may(actor, 'act_for_every_company')) return undefined
  return (await supplierFor(suppliers, actor, undefined)).id
}
