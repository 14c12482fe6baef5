import assert from 'node:assert/strict'
import { type Money, money } from '#kernel/money'
import { sql, type Tx } from '#platform/db'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { type Accounting, bookingsOf, shareFromLeft } from '../line-references/index.ts'
import type { Order } from '../order.ts'

/** A line after some of its money went back, and the amount that went back. */
export type CreditedPart = { readonly line: LineProgress; readonly amount: Money }

type Booked = Accounting & { readonly amount: Money }

/**
 * Participant, in a transaction that holds the order: divides what goes back of each line among its allocations, in
 * proportion to what is left of them, and records it. So each allocation gets back exactly its part when all of the line
 * has gone back. A line without allocations costs no statement.
 */
export async function creditAllocations(
  tx: Tx,
  order: Order,
  parts: readonly CreditedPart[],
): Promise<Booked[]> {
  const divided = parts.filter(({ line }) => line.allocations)
  if (divided.length === 0) return parts.map(bookedWhole)
  const credits = await findCredits(
    tx,
    order,
    divided.map(({ line }) => line.lineNumber),
  )
  const booked = parts.flatMap((part) => {
    const { line, amount } = part
    if (!line.allocations) return [bookedWhole(part)]
    const bookings = bookingsOf(line, line.total)
    const before = credits.get(line.lineNumber) ?? bookings.map(() => 0n)
    const left = bookings.map((one, at) => one.amount.amountMinor - (before[at] ?? 0n))
    const shares = shareFromLeft(amount.amountMinor, left)
    credits.set(
      line.lineNumber,
      before.map((minor, at) => minor + (shares[at] ?? 0n)),
    )
    return bookings.map((one, at) => ({ ...one, amount: money(shares[at] ?? 0n, amount.currency) }))
  })
  await saveCredits(tx, order, credits)
  return booked
}

function bookedWhole({ line: { costCenter, glAccount, project }, amount }: CreditedPart): Booked {
  return { costCenter, glAccount, project, amount }
}

type OfOrder = Pick<Order, 'companyId' | 'id'>

/** By the number of the line. A line of which nothing has gone back is missing. */
async function findCredits(
  tx: Tx,
  { companyId, id }: OfOrder,
  lineNumbers: readonly number[],
): Promise<Map<number, readonly bigint[]>> {
  const { rows } = await sql<{ line_number: number; credits: readonly string[] }>`
    select line_number, allocation_credits as credits from orders.lines
    where company_id = ${companyId} and order_id = ${id} and line_number = any(${lineNumbers}::integer[])
      and allocation_credits is not null
  `.execute(tx)
  return new Map(rows.map((row) => [row.line_number, row.credits.map(BigInt)]))
}

async function saveCredits(
  tx: Tx,
  { companyId, id }: OfOrder,
  credits: ReadonlyMap<number, readonly bigint[]>,
): Promise<void> {
  const records = [...credits].map(([number, minors]) => ({
    line_number: number,
    credits: minors.map(String),
  }))
  const { numAffectedRows } = await sql`
    update orders.lines l set allocation_credits = c.credits
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c (line_number integer, credits jsonb)
    where l.company_id = ${companyId} and l.order_id = ${id} and l.line_number = c.line_number
  `.execute(tx)
  assert.equal(numAffectedRows, BigInt(records.length), `lines of order ${id} are gone`)
}
