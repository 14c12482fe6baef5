import { bigintOf, type Conn, type Tx } from '#platform/db'
import { tables } from '../tables.ts'
import { type Tolerances, usualTolerances } from './tolerances.ts'

export async function readTolerances(conn: Conn, companyId: string): Promise<Tolerances> {
  const row = await tables(conn)
    .selectFrom('orders.tolerances')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return usualTolerances
  return {
    daysLater: row.days_later,
    fewerPieces: BigInt(row.fewer_pieces),
    lapseWorkingDays: row.lapse_working_days,
  }
}

export async function putTolerances(
  tx: Tx,
  companyId: string,
  { daysLater, fewerPieces, lapseWorkingDays }: Tolerances,
  now: Date,
): Promise<void> {
  const values = {
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
