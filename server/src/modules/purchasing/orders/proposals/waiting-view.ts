import { Type } from 'typebox'
import type { Conn, Database } from '#platform/db'

export type WaitingDeps = {
  readonly database: Database
  /** The names of those companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

/** What waits for the decision of a company. */
type Waiting = {
  readonly orderId: string
  readonly orderNumber: string
  readonly companyId: string
  readonly supplierCompanyId: string
  readonly remindedAt: Date | undefined
  readonly lapsesAt: Date
}

const Instant = Type.String({ format: 'date-time' })

export const waitingFields = {
  orderId: Type.String(),
  orderNumber: Type.String(),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  supplierId: Type.String(),
  supplierName: Type.Optional(Type.String()),
  remindedAt: Type.Optional(Instant),
  lapsesAt: Instant,
}

export const waitingExample = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  supplierId: 'co_01m7xb82dw3khw78phh28dvace',
  supplierName: 'Kabelwerk Direkt',
  lapsesAt: '2026-01-16T03:04:05.000Z',
}

/** The fields of each row that operators see, with the names of both companies, and its own. */
export async function viewWaiting<Row extends Waiting, Own extends object>(
  { database, namesOf }: WaitingDeps,
  rows: readonly Row[],
  ownOf: (row: Row) => Own,
) {
  const ids = rows.flatMap((one) => [one.companyId, one.supplierCompanyId])
  const names = await namesOf(database.pool, [...new Set(ids)])
  return rows.map((row) => {
    const companyName = names.get(row.companyId)
    const supplierName = names.get(row.supplierCompanyId)
    return {
      ...ownOf(row),
      orderId: row.orderId,
      orderNumber: row.orderNumber,
      companyId: row.companyId,
      ...(companyName !== undefined && { companyName }),
      supplierId: row.supplierCompanyId,
      ...(supplierName !== undefined && { supplierName }),
      ...(row.remindedAt && { remindedAt: row.remindedAt.toISOString() }),
      lapsesAt: row.lapsesAt.toISOString(),
    }
  })
}
