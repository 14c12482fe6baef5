import type { Conn } from '#platform/db'
import {
  type TotalRequest,
  type TotalsDeps,
  type TotalsOfGoods,
  totalLines,
} from './total-lines.ts'

export type DocumentTotals = {
  /** The rates and companies are cached for some seconds, so most calls send no statement. */
  of(conn: Conn, request: TotalRequest): Promise<TotalsOfGoods>
}

export function createTotals(deps: TotalsDeps): DocumentTotals {
  return { of: (conn, request) => totalLines(deps, conn, request) }
}
