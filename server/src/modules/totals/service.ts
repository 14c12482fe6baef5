import type { Conn } from '#platform/db'
import {
  type TotalRequest,
  type TotalsDeps,
  type TotalsOfGoods,
  totalLines,
} from './total-lines.ts'

export type DocumentTotals = {
  /** Reads no statement but the first time in some seconds: rates and companies are cached. */
  of(conn: Conn, request: TotalRequest): Promise<TotalsOfGoods>
}

export function createTotals(deps: TotalsDeps): DocumentTotals {
  return { of: (conn, request) => totalLines(deps, conn, request) }
}
