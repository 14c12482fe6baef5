import {
  queryOf as documentQueryOf,
  readStatementSearch,
  type StatementSearch,
} from '../statement/statement-search.ts'
import { withoutUndefined } from '../without-undefined.ts'

export const invoiceStates = ['ISSUED', 'WAITING', 'WAIVED'] as const

/** What a person looks for among the received documents. It stands in the address. */
export type InvoicesSearch = StatementSearch & {
  readonly state?: (typeof invoiceStates)[number] | undefined
  readonly supplier?: string | undefined
  readonly unit?: string | undefined
  readonly costCenter?: string | undefined
  /** The person whose requisitions were ordered. */
  readonly requester?: string | undefined
}

export function readInvoicesSearch(search: Record<string, unknown>): InvoicesSearch {
  const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return withoutUndefined<InvoicesSearch>({
    ...readStatementSearch(search),
    state: invoiceStates.find((known) => known === search.state),
    supplier: textIn(search.supplier),
    unit: textIn(search.unit),
    costCenter: textIn(search.costCenter),
    requester: textIn(search.requester),
  })
}

/** The search as the API knows it. */
export function queryOf(search: InvoicesSearch) {
  const { state, supplier, unit, costCenter, requester, ...documents } = search
  return {
    ...documentQueryOf('received', documents),
    ...(state && { state }),
    ...(supplier && { supplierId: supplier }),
    ...(unit && { unitId: unit }),
    ...(costCenter && { costCenter }),
    ...(requester && { requestedBy: requester }),
  }
}
