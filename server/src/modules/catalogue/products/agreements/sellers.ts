import { type Actor, may } from '#kernel/actor'
import { sql, type Tx } from '#platform/db'
import type { Condition } from '#platform/lists'
import { fail } from '../failures.ts'
import { upsertSuppliers } from '../product-store.ts'
import type { Reader } from './contract-store.ts'
import type { AgreementsDeps } from './deps.ts'

/**
 * The supplier whose price lists and contracts the actor manages. Undefined for operators, who manage those of every
 * supplier.
 */
export function managedSupplierId(actor: Actor): string | undefined {
  return may(actor, 'act_for_every_company') ? undefined : actor.companyId
}

/** The rows of that supplier in a list of records of suppliers. */
export function soldByManaged(actor: Actor): Condition {
  const supplierId = managedSupplierId(actor)
  return supplierId === undefined
    ? sql`true /* across companies: operators manage those of every supplier */`
    : sql`t.supplier_company_id = ${supplierId}`
}

/** Operators read every contract, a company its own. */
export function readerOf(actor: Actor): Reader {
  const isOperator = actor.kind === 'person' && may(actor, 'act_for_every_company')
  return isOperator ? 'everybody' : { companyId: actor.companyId }
}

export type Seller = { readonly id: string; readonly name: string }

/** The supplier of a new record. Operators name it; other actors can only name their own company. */
export async function sellerOf(
  { findCompany }: AgreementsDeps,
  actor: Actor,
  supplierId: string | undefined,
): Promise<Seller> {
  const managedId = managedSupplierId(actor)
  if (managedId !== undefined && supplierId !== undefined && supplierId !== managedId) {
    throw fail('supplier_unknown', { supplierId })
  }
  const id = managedId ?? supplierId
  const company = id === undefined ? undefined : await findCompany(id)
  if (id !== undefined && company?.supplier) return { id, name: company.name }
  if (managedId !== undefined) throw fail('supplier_required')
  throw fail('supplier_unknown', { supplierId })
}

/** Inserts the supplier's row in the catalogue. A company without products may lack it. */
export async function ensureSupplier(tx: Tx, seller: Seller): Promise<void> {
  await upsertSuppliers(tx, [seller])
}
