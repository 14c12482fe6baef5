import { type CopiedRows, copyRows, createCopiedRows, sql, type Tx } from '#platform/db'
import { type Identified, identifiersOf } from './identifiers.ts'

/** Collects the identifiers of products, and writes all of them in binary form. */
export type IdentifierWriter = {
  add(product: Identified & { readonly id: string }): void
  write(tx: Tx): Promise<void>
}

export function createIdentifierWriter(): IdentifierWriter {
  const rows = createCopiedRows()
  return {
    add: (product) => addRows(rows, product),
    write: (tx) => copyRows(tx, sql`products.identifiers (product_id, kind, value)`, rows),
  }
}

function addRows(rows: CopiedRows, product: Identified & { readonly id: string }): void {
  const written = new Set<string>()
  for (const { kind, value } of identifiersOf(product)) {
    // Two GTINs of a product may be the same number.
    const key = `${kind} ${value}`
    if (written.has(key)) continue
    written.add(key)
    rows.row()
    rows.text(product.id)
    rows.text(kind)
    rows.text(value)
  }
}

export async function deleteIdentifiers(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`delete from products.identifiers where product_id = any(${productIds})`.execute(tx)
}
