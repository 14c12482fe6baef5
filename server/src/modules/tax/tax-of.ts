import { Decimal } from 'decimal.js'
import type { RateTable } from './rate-table.ts'
import { isRated, type TaxClass } from './tax-class.ts'
import { isMember, type Territory, territoryOf } from './territory.ts'
import { issuerOfVatId } from './vat-id.ts'

/**
 * UNCL5305 as EN 16931 restricts it. S: taxed; Z: taxed at nothing; E: exempt; K: supply to a business in another member
 * state, who accounts for the tax; G: export. AE and O are never found here, and are read where an order names them.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

export type Tax =
  | {
      readonly state: 'DETERMINED'
      /** Whose tax it is, or would be: in its currency an invoice says how much there is. */
      readonly country: string
      readonly category: TaxCategory
      /** In percent, a decimal with up to four decimals. */
      readonly rate: string
      /**
       * VATEX, where a member state forgoes its tax: what an invoice gives as the reason. The codes cite a directive that binds
       * no other country.
       */
      readonly reasonCode: string | undefined
    }
  | {
      readonly state: 'NOT_DETERMINED'
      readonly reason: 'supplier_unknown' | 'rate_unknown' | 'rules_unknown'
      readonly details: Readonly<Record<string, string>>
    }

/** As much of a company as its tax depends on. */
export type TaxParty = { readonly country: string; readonly vatId: string | undefined }

export type TaxQuestion = {
  /** Goods leave from its country. */
  readonly supplier: TaxParty | undefined
  readonly buyer: Pick<TaxParty, 'vatId'> | undefined
  readonly shipTo: { readonly country: string; readonly postalCode?: string | undefined }
  readonly taxClass: TaxClass
  /** The day, `2026-01-31`. */
  readonly on: string
}

/**
 * How a supply of goods between businesses is taxed, after Directive 2006/112/EC: at home (article 31), to a business in
 * another member state (138), to somebody there without a number (33: as where the goods arrive), out of the union (146).
 * What it cannot tell, it says: it never answers nothing for unknown.
 */
export function taxOf(question: TaxQuestion, rates: RateTable): Tax {
  const { supplier, shipTo, on } = question
  if (!supplier) return unknown('supplier_unknown', {})
  const from = territoryOf(supplier.country, undefined)
  const to = territoryOf(shipTo.country, shipTo.postalCode)
  if (from.country === to.country && !to.outsideArea) return taxedIn(shipTo, to, question, rates)
  if (from.inUnion && to.inUnion) return insideUnion(from, to, question, rates)
  if (isMember(from.country)) return without(from, 'G', 'VATEX-EU-G')
  if (rates.knows(from.country, on)) return without(from, 'G', undefined)
  return unknown('rules_unknown', { from: supplier.country, to: shipTo.country })
}

/** Article 138 asks for a number of another member state than the one the goods leave from, not for one of the destination. */
function insideUnion(from: Territory, to: Territory, question: TaxQuestion, rates: RateTable): Tax {
  const issuer = issuerOfVatId(question.buyer?.vatId)
  if (issuer === undefined) return taxedIn(question.shipTo, to, question, rates)
  if (issuer === from.country) return taxedIn({ country: from.country }, from, question, rates)
  if (question.taxClass === 'exempt') return exemptIn(from)
  return without(from, 'K', 'VATEX-EU-IC')
}

function taxedIn(
  { postalCode }: TaxQuestion['shipTo'],
  place: Territory,
  { taxClass, on }: TaxQuestion,
  rates: RateTable,
): Tax {
  const { country } = place
  if (taxClass === 'exempt') return exemptIn(place)
  if (!isRated(taxClass)) return without(place, 'Z', undefined)
  const known = rates.rateOf({ country, postalCode, taxClass, on })
  if (!known) return unknown('rate_unknown', { country, taxClass, on })
  if (new Decimal(known.rate).isZero()) return without(place, 'Z', undefined)
  return { state: 'DETERMINED', country, category: 'S', rate: known.rate, reasonCode: undefined }
}

function exemptIn(place: Territory): Tax {
  return without(place, 'E', isMember(place.country) ? 'VATEX-EU-132' : undefined)
}

function without(
  { country }: Territory,
  category: TaxCategory,
  reasonCode: string | undefined,
): Tax {
  return { state: 'DETERMINED', country, category, rate: '0', reasonCode }
}

function unknown(
  reason: Extract<Tax, { state: 'NOT_DETERMINED' }>['reason'],
  details: Readonly<Record<string, string>>,
): Tax {
  return { state: 'NOT_DETERMINED', reason, details }
}
