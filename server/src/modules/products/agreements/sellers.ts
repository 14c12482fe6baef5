import { type Actor, may } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import { upsertSuppliers } from '../product-store.ts'
import type { AgreementsDeps } from './deps.ts'

/** The supplier whose price lists and contracts the actor manages. Undefined for operators, who manage those of every supplier. */
export function managedSupplierId(actor: Actor): string | undefined {
  return may(actor, 'act_for_every_company') ? undefined : actor.companyId
}

export type Seller = { readonly id: string; readonly name: string }

/** For whom something new is made. Operators name the supplier; nobody else can name another one. */
export async function sellerOf(
  { findCompany }: AgreementsDeps,
  actor: Actor,
  supplierId: string | undefined,
): Promise<Seller> {
  const whose = managedSupplierId(actor)
  if (whose !== undefined && supplierId !== undefined && supplierId !== whose) {
    throw fail('supplier_unknown', { supplierId })
  }
  const id = whose ?? supplierId
  const company = id === undefined ? undefined : await findCompany(id)
  if (id !== undefined && company?.supplier) return { id, name: company.name }
  if (whose !== undefined) throw fail('supplier_required')
  throw fail('supplier_unknown', { supplierId })
}

/** The catalogue knows a supplier by its own row, which a company that has no products yet may lack. */
export async function ensureSupplier(tx: Tx, seller: Seller): Promise<void> {
  await upsertSuppliers(tx, [seller])
}
