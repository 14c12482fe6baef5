import assert from 'node:assert/strict'
import type { Quantity } from '#kernel/quantity'
import { sql } from '#platform/db'

export type StockLine = { readonly productId: string; readonly quantity: Quantity }

/**
 * Each list is in a `select` of its own, which hides its length from the planner. Otherwise the planner would make a
 * custom plan for each execution, which takes longer than the execution.
 */
export function requestedAndLocked(requested: readonly StockLine[]) {
  const ids = sql`(select ${requested.map(({ productId }) => productId)}::text[])::text[]`
  const quantities = sql`(select ${requested.map(({ quantity }) => quantity)}::bigint[])`
  return sql`requested as materialized (
      select * from unnest(${ids}, ${quantities}) as w(product_id, quantity)
    ), locked as materialized (
      select product_id, on_hand, backordered from products.stock
      where product_id = any(${ids}) order by product_id for update
    )`
}

/** Sums the lines by product, because a statement can update a row only once. */
export function sumByProduct(lines: readonly StockLine[]): StockLine[] {
  const totals = new Map<string, Quantity>()
  for (const { productId, quantity } of lines) {
    assert(quantity > 0n, 'a line has a positive quantity')
    totals.set(productId, (totals.get(productId) ?? 0n) + quantity)
  }
  return [...totals].map(([productId, quantity]) => ({ productId, quantity }))
}
