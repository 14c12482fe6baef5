import { Decimal } from 'decimal.js'
import { decimalOf, unitPrice } from '#kernel/money'
import { bigintOf, type Conn, type Tx } from '#platform/db'
import type { ToleranceRow } from '../rows.generated.ts'
import { tables } from '../tables.ts'
import type { PriceLimits } from './price-limits.ts'
import { type Tolerances, usualTolerances } from './tolerances.ts'

export async function readTolerances(conn: Conn, companyId: string): Promise<Tolerances> {
  const row = await tables(conn)
    .selectFrom('orders.tolerances')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return usualTolerances
  return {
    ...readPriceLimits(row),
    daysLater: row.days_later,
    fewerPieces: BigInt(row.fewer_pieces),
    lapseWorkingDays: row.lapse_working_days,
  }
}

export async function putTolerances(
  tx: Tx,
  companyId: string,
  { higherPricePercent, higherPriceAmount, daysLater, fewerPieces, lapseWorkingDays }: Tolerances,
  now: Date,
): Promise<void> {
  const values = {
    higher_price_percent: higherPricePercent,
    higher_price_amount: higherPriceAmount?.amount ?? null,
    higher_price_currency: higherPriceAmount?.currency ?? null,
    days_later: daysLater,
    fewer_pieces: bigintOf(fewerPieces),
    lapse_working_days: lapseWorkingDays,
    changed_at: now,
  }
  await tables(tx)
    .insertInto('orders.tolerances')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

function readPriceLimits(row: ToleranceRow): PriceLimits {
  const { higher_price_amount: amount, higher_price_currency: currency } = row
  return {
    higherPricePercent: new Decimal(row.higher_price_percent).toFixed(),
    higherPriceAmount:
      amount === null || currency === null
        ? undefined
        : { amount: decimalOf(unitPrice(amount, currency)), currency },
  }
}
