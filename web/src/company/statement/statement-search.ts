export const documentKinds = ['INVOICE', 'CREDIT_NOTE'] as const

/** The period and the kind that the person looks at. They stand in the address. */
export type StatementSearch = {
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly kind?: (typeof documentKinds)[number] | undefined
}

const day = /^\d{4}-\d\d-\d\d$/

export function readStatementSearch(search: Record<string, unknown>): StatementSearch {
  const dayIn = (value: unknown) =>
    typeof value === 'string' && day.test(value) ? value : undefined
  const [from, until] = [dayIn(search.from), dayIn(search.until)]
  const kind = documentKinds.find((known) => known === search.kind)
  return { ...(from && { from }), ...(until && { until }), ...(kind && { kind }) }
}

/** The search as the API knows it. */
export function queryOf<Side extends 'issued' | 'received'>(
  side: Side,
  { from, until, kind }: StatementSearch,
) {
  return {
    side,
    ...(from && { issuedFrom: from }),
    ...(until && { issuedUntil: until }),
    ...(kind && { kind }),
  }
}
