import { Decimal } from 'decimal.js'
import type { RateTable } from './rate-table.ts'
import { isRated, type TaxClass } from './tax-class.ts'
import { isMember, type Territory, territoryOf } from './territory.ts'
import { issuerOfVatId } from './vat-id.ts'

/**
 * The codes of UNCL5305 that EN 16931 allows. S: standard or reduced rate; Z: zero rate; E: exempt; K: supply to a
 * business in another member state, which accounts for the tax; G: export. `taxOf` never returns AE or O. They only
 * occur in stored orders.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

export type Tax =
  | {
      readonly state: 'DETERMINED'
      /** The country that levies the tax. An invoice states the tax in the currency of this country, too. */
      readonly country: string
      readonly category: TaxCategory
      /** A percentage, as a decimal with up to four decimals. */
      readonly rate: string
      /**
       * The VATEX code, set when a member state waives its tax. An invoice shows it as the reason. The codes cite a
       * directive that binds no other country.
       */
      readonly reasonCode: string | undefined
    }
  | {
      readonly state: 'NOT_DETERMINED'
      readonly reason: 'supplier_unknown' | 'rate_unknown' | 'rules_unknown'
      readonly details: Readonly<Record<string, string>>
    }

/** The part of a company that its tax depends on. */
export type TaxParty = { readonly country: string; readonly vatId: string | undefined }

export type TaxQuestion = {
  /** The goods leave from the country of the supplier. */
  readonly supplier: TaxParty | undefined
  readonly buyer: Pick<TaxParty, 'vatId'> | undefined
  readonly shipTo: { readonly country: string; readonly postalCode?: string | undefined }
  readonly taxClass: TaxClass
  /** The day of the supply, such as `2026-01-31`. */
  readonly on: string
}

/**
 * Determines the tax of goods between businesses by Directive 2006/112/EC. Domestic supply: article 31. Supply to a
 * business in another member state: article 138. Supply to a buyer there without a VAT id: article 33, taxed where the
 * goods arrive. Export: article 146. If it cannot determine the tax, it returns a reason: an unknown tax is never 0.
 */
export function taxOf(question: TaxQuestion, rates: RateTable): Tax {
  const { supplier, shipTo, on } = question
  if (!supplier) return notDetermined('supplier_unknown', {})
  const from = territoryOf(supplier.country, undefined)
  const to = territoryOf(shipTo.country, shipTo.postalCode)
  if (from.country === to.country && !to.outsideArea) return taxedIn(shipTo, to, question, rates)
  if (from.inUnion && to.inUnion) return insideUnion(from, to, question, rates)
  if (isMember(from.country)) return zeroRatedTax(from, 'G', 'VATEX-EU-G')
  if (rates.knows(from.country, on)) return zeroRatedTax(from, 'G', undefined)
  return notDetermined('rules_unknown', { from: supplier.country, to: shipTo.country })
}

/**
 * Article 138 requires a VAT id of a member state other than the one the goods leave from. It does not have to be the
 * destination.
 */
function insideUnion(from: Territory, to: Territory, question: TaxQuestion, rates: RateTable): Tax {
  const issuer = issuerOfVatId(question.buyer?.vatId)
  if (issuer === undefined) return taxedIn(question.shipTo, to, question, rates)
  if (issuer === from.country) return taxedIn({ country: from.country }, from, question, rates)
  if (question.taxClass === 'exempt') return exemptIn(from)
  return zeroRatedTax(from, 'K', 'VATEX-EU-IC')
}

function taxedIn(
  { postalCode }: TaxQuestion['shipTo'],
  place: Territory,
  { taxClass, on }: TaxQuestion,
  rates: RateTable,
): Tax {
  const { country } = place
  if (taxClass === 'exempt') return exemptIn(place)
  if (!isRated(taxClass)) return zeroRatedTax(place, 'Z', undefined)
  const known = rates.rateOf({ country, postalCode, taxClass, on })
  if (!known) return notDetermined('rate_unknown', { country, taxClass, on })
  if (new Decimal(known.rate).isZero()) return zeroRatedTax(place, 'Z', undefined)
  return { state: 'DETERMINED', country, category: 'S', rate: known.rate, reasonCode: undefined }
}

function exemptIn(place: Territory): Tax {
  return zeroRatedTax(place, 'E', isMember(place.country) ? 'VATEX-EU-132' : undefined)
}

function zeroRatedTax(
  { country }: Territory,
  category: TaxCategory,
  reasonCode: string | undefined,
): Tax {
  return { state: 'DETERMINED', country, category, rate: '0', reasonCode }
}

function notDetermined(
  reason: Extract<Tax, { state: 'NOT_DETERMINED' }>['reason'],
  details: Readonly<Record<string, string>>,
): Tax {
  return { state: 'NOT_DETERMINED', reason, details }
}
