import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aPurchase } from '../regressions/attack.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
await aPurchase(world, ours)

describe('the database', () => {
  it.each(
    Object.entries(refused).flatMap(([table, rules]) =>
      Object.entries(rules).map(([rule, change]) => ({ table, rule, change })),
    ),
  )('refuses a row of $table that breaks $rule', async ({ table, rule, change }) => {
    const { pool } = world.parts.platform.database
    const changed = sql`
      update ${sql.table(table)} set ${sql.raw(change)}
      where ctid = (select min(ctid) from ${sql.table(table)} where company_id = ${ours.companyId})
    `.execute(pool)
    await expect(changed).rejects.toMatchObject({ code: '23514', constraint: rule })
  })

  it('checks all rows of a busy table, and a new rule with the one function of its table', async () => {
    const { rows } = await sql<{ table: string; check: string; validated: boolean }>`
      select conrelid::regclass::text as "table", conname as check, convalidated as validated
      from pg_constraint where contype = 'c' and conrelid = any (${busyTables}::regclass[])
    `.execute(world.parts.platform.database.pool)
    expect(rows.filter(({ validated }) => !validated)).toEqual([])
    const checks = rows.map(({ table, check }) => `${table} ${check}`)
    const functions = busyTables.map((table) => `${table} ${table.split('.')[1]}_sound`)
    expect(checks.toSorted()).toEqual([...functions, ...separateChecks].toSorted())
  })
})

/** The tables of ADR 27. */
const busyTables = [
  'payments.payments',
  'payments.ledger',
  'payments.credit_accounts',
  'payments.credit_entries',
  'orders.orders',
  'orders.lines',
  'checkout.attempts',
  'cart.carts',
]

/** Releases have these checks beside the function. Add none. */
const separateChecks = [
  'orders.orders orders_contracts_array',
  'orders.orders orders_revisions_object',
  'orders.lines lines_follow_earlier',
  'orders.lines lines_per_quantity_limited',
  'orders.lines lines_waiting_within_open',
]

/** What must never stand in a row of a busy table, by the name that the database gives to it. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'payments.payments': {
    payments_amount_positive: 'amount_minor = 0',
    payments_version_positive: 'version = 0',
    payments_currency_shape: `currency = 'eur'`,
    payments_method_known: `method = 'cash'`,
    payments_capture_method_known: `capture_method = 'never'`,
    payments_state_known: `state = 'LOST'`,
    payments_return_url_short: `return_url = repeat('x', 2001)`,
    payments_lease_whole: `lease_token = 'x', lease_until = null`,
    payments_authorized_within_amount: 'authorized_minor = amount_minor + 1',
    payments_captured_within_authorized: 'voided_minor = authorized_minor',
    payments_charged_back_not_negative: 'charged_back_minor = -1',
    payments_refunded_within_captured: 'paid_out_minor = captured_minor, refunding_minor = 1',
    payments_state_fits_sums: `state = 'VOIDED'`,
  },
  'orders.orders': {
    orders_state_known: `state = 'LOST'`,
    orders_payment_state_known: `payment_state = 'LOST'`,
    orders_total_not_negative: 'total_minor = -1',
    orders_amounts_whole: 'goods_minor = null',
    orders_amounts_add_up: 'total_minor = total_minor + 1',
    orders_discounts_list: `discounts = '{}'`,
    orders_held_by_somebody: `held_at = now(), held_by = null`,
    orders_reduced_not_negative: 'reduced_minor = -1',
    orders_shipping_credited_not_negative: 'shipping_credited_minor = -1',
  },
  'orders.lines': {
    lines_quantity_positive: 'quantity = 0',
    lines_delivery_positive: 'delivery = 0',
    lines_price_not_negative: 'unit_price = -1',
    lines_conversion_whole: `rate = null, rate_from = 'USD'`,
    lines_tax_category_known: `tax_category = 'X'`,
    lines_tax_whole: 'tax_rate = null',
    lines_shipped_within_ordered: 'cancelled_quantity = quantity + 1',
    lines_delivered_within_shipped: 'delivered_quantity = shipped_quantity + 1',
    lines_returned_within_delivered: 'returned_quantity = delivered_quantity + 1',
    lines_credited_within_given_up: 'credited_quantity = 1',
    lines_credited_not_negative: 'credited_minor = -1',
    lines_reduced_not_negative: 'reduced_kept_minor = -1',
    lines_negotiated_price_proven: `negotiated_price = '{"note": "By phone.", "attachmentIds": []}'`,
  },
  'checkout.attempts': {
    attempts_state_known: `state = 'LOST'`,
    attempts_ended: 'ended_at = null',
    attempts_payment_known: `state = 'PAYMENT_INITIATED_CART_RECONCILING', ended_at = null, payment_id = null`,
    attempts_completed_has_order: 'order_id = null',
    attempts_total_not_negative: 'total_minor = -1',
  },
  'cart.carts': {
    carts_snapshot_version_positive: 'snapshot_version = 0',
    carts_lines_limited: 'line_count = 501',
    carts_currency_shape: `currency = 'EURO'`,
    carts_country_shape: `country = 'de'`,
    carts_checkout_state_known: `checkout_state = 'LOST', checkout_id = 'x'`,
    carts_lock_whole: `checkout_id = 'x', checkout_state = null`,
  },
}
