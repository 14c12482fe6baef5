import type { Money } from '#kernel/money'
import type { Tax, TaxClass, Taxes } from '#modules/tax'
import type { Conn } from '#platform/db'
import { computeTotals, type Totals } from './compute-totals.ts'

export type LineOfGoods = {
  readonly supplierCompanyId: string
  readonly taxClass: TaxClass
  readonly goods: Money
  readonly shipTo: ShipTo
}

/** Where the goods go, as far as totals depend on it. */
export type ShipTo = { readonly country: string; readonly postalCode?: string | undefined }

export type TotalRequest = {
  readonly buyerCompanyId: string
  readonly currency: string
  readonly lines: readonly LineOfGoods[]
  readonly now: Date
}

export type TotalsOfGoods = Totals & {
  /** What kept the tax of a line from being told, in the order of the lines. Empty when all is known. */
  readonly undetermined: readonly {
    readonly line: number
    readonly reason: string
    readonly details: Readonly<Record<string, string>>
  }[]
}

export type TotalsDeps = { readonly taxes: Pick<Taxes, 'forBuyer'> }

/** What a cart or a checkout comes to for this buyer, today. */
export async function totalLines(
  { taxes }: TotalsDeps,
  conn: Conn,
  { buyerCompanyId, currency, lines, now }: TotalRequest,
): Promise<TotalsOfGoods> {
  const suppliers = [...new Set(lines.map((line) => line.supplierCompanyId))]
  const taxOfLine = await taxes.forBuyer(conn, buyerCompanyId, suppliers, now)
  const taxed = lines.map((line) => ({
    goods: line.goods,
    parcel: parcelOf(line),
    tax: taxOfLine(line),
  }))
  const totals = computeTotals({ currency, lines: taxed })
  return { ...totals, undetermined: taxed.flatMap(({ tax }, line) => missing(tax, line)) }
}

function parcelOf({ supplierCompanyId, shipTo }: LineOfGoods): string {
  return [supplierCompanyId, shipTo.country, shipTo.postalCode].join('|')
}

function missing(tax: Tax, line: number) {
  if (tax.state === 'DETERMINED') return []
  const { reason, details } = tax
  return [{ line, reason, details }]
}
