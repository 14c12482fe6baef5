import assert from 'node:assert/strict'
import type { CalledOffContract } from '#modules/quotas'
import { insertionOf, type Tx } from '#platform/db'
import { saveLines } from '../fulfilment/locked-order-store.ts'
import type { Order } from '../order.ts'
import { lineRecord } from '../order-store.ts'
import { amountColumns } from '../placing/amount-columns.ts'
import { tables } from '../tables.ts'
import type { AddedLines } from './added-lines.ts'

/** Writes the added lines and the amounts that the order has with them. The caller holds the order. */
export async function insertAddedLines(tx: Tx, { order, lines }: AddedLines): Promise<void> {
  const records = lines.map(({ progress, ...line }) => ({
    ...lineRecord(order, line, progress.lineNumber),
    follows_line: progress.followsLine,
  }))
  await insertionOf('orders.lines', records).execute(tx)
  await saveLines(
    tx,
    order,
    lines.map(({ progress }) => progress),
  )
  const { goods_minor, discount_minor, tax_minor, tax_breakdown, discounts } = amountColumns(order)
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.orders')
    .set({
      total_minor: Number(order.total.amountMinor),
      goods_minor: goods_minor === undefined ? null : Number(goods_minor),
      discount_minor: discount_minor === undefined ? null : Number(discount_minor),
      tax_minor: tax_minor === undefined ? null : Number(tax_minor),
      tax_breakdown: tax_breakdown ? JSON.stringify(tax_breakdown) : null,
      discounts: discounts ? JSON.stringify(discounts) : null,
    })
    .where('company_id', '=', order.companyId)
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `order ${order.id} was raised without its lock`)
}

/** The frame contracts from which the order calls off. The caller holds the order. */
export async function saveContracts(
  tx: Tx,
  { companyId, id }: Order,
  contracts: readonly CalledOffContract[],
): Promise<void> {
  await tables(tx)
    .updateTable('orders.orders')
    .set({ contracts: JSON.stringify(contracts) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
