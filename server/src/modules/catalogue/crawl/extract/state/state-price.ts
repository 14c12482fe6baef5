import { minorUnitsOf } from '#kernel/money'
import type { FoundPrice } from '../found-product.ts'
import { readPrice } from '../prices/read-price.ts'
import { storableAmount } from '../structured/read-offer.ts'
import { keyOf, type StateObject, type StateRecord, saidIn } from './state-records.ts'

/** A price of the state, before anybody knows whether it is in cents. */
export type StatePrice = {
  readonly amount: string
  readonly hasDecimals: boolean
  /** Its key says so: `centAmount`. */
  readonly isMinor: boolean
  readonly currency: string | undefined
  as(currency: string, isInCents: boolean): FoundPrice | undefined
}

type Candidate = {
  readonly amount: string
  readonly hasDecimals: boolean
  readonly isMinor: boolean
  readonly currency: string | undefined
  readonly tax: boolean | undefined
  readonly rank: number
}

const netKeys =
  /^(?:net|netto|netprice|pricenet|prixht|ht|nettopreis|priceexclvat|priceextax|priceexcltax|exclvat|excltax|pricewithouttax|unitpricenet|netamount|exvat|preisnetto|pricehT)$/i
const grossKeys =
  /^(?:gross|brutto|grossprice|pricegross|prixttc|ttc|bruttopreis|priceinclvat|priceinctax|priceincltax|inclvat|incltax|pricewithtax|grossamount|incvat|preisbrutto)$/i
const currentKeys =
  /^(?:saleprice|currentprice|finalprice|sellingprice|calculatedprice|specialprice|discountedprice|yourprice)$/
const plainKeys =
  /^(?:price|prices|pricing|preis|prix|unitprice|amount|value|priceinfo|pricevalue|current|now|centamount|amountcents|pricecents|priceincents|minoramount|formatted|formattedprice|listprice)$/
const minorKeys = /cent|minor/
const depthMax = 4

/** The price of a record: without tax before with tax, and what is paid now before the list. Two of one rank are none. */
export function priceInState({
  object,
  group,
  currency,
  taxIncluded,
}: StateRecord): StatePrice | undefined {
  const own = candidatesIn(object, { currency, tax: taxIncluded }, 0)
  const found =
    own.length > 0 ? own : group ? candidatesIn(group, { currency, tax: taxIncluded }, 0) : []
  const best = Math.min(...found.map(({ rank }) => rank))
  const [first, ...others] = found.filter(({ rank }) => rank === best)
  if (!first || others.some(({ amount }) => Number(amount) !== Number(first.amount)))
    return undefined
  const { amount, isMinor, tax } = first
  const hasDecimals = found.some((one) => one.hasDecimals)
  return {
    amount,
    hasDecimals,
    isMinor,
    currency: first.currency,
    as: (code, isInCents) => {
      const major = isInCents ? String(Number(amount) / 10 ** minorUnitsOf(code)) : amount
      const known = storableAmount(major, code)
      if (known === undefined) return undefined
      return {
        amount: known,
        currency: code,
        perQuantity: 1,
        ...(tax !== undefined && { taxIncluded: tax }),
      }
    },
  }
}

type Around = { readonly currency: string | undefined; readonly tax: boolean | undefined }

function candidatesIn(object: StateObject, around: Around, depth: number): Candidate[] {
  const said = saidIn(object)
  const own = { currency: said.currency ?? around.currency, tax: said.taxIncluded ?? around.tax }
  return Object.entries(object).flatMap(([key, value]) => {
    const plain = keyOf(key)
    const isNet = netKeys.test(plain)
    const isGross = grossKeys.test(plain)
    const isCurrent = currentKeys.test(plain)
    if (!isNet && !isGross && !isCurrent && !plainKeys.test(plain)) return []
    if (depth === 0 && /^(?:value|amount|current|now|formatted)$/.test(plain)) return []
    const tax = isNet ? false : isGross ? true : own.tax
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < depthMax) {
      const inner = candidatesIn(value as StateObject, { ...own, tax }, depth + 1)
      return inner.map((one) => ({ ...one, rank: Math.min(one.rank, rankOf(isNet, isCurrent)) }))
    }
    const amount = amountOf(value)
    if (!amount) return []
    const isOld = /^(?:listprice|formatted|formattedprice)$/.test(plain)
    return [
      {
        ...amount,
        currency: amount.currency ?? own.currency,
        isMinor: minorKeys.test(plain),
        tax,
        rank: rankOf(isNet, isCurrent) + (isOld ? 2 : isGross ? 1 : 0),
      },
    ]
  })
}

const rankOf = (isNet: boolean, isCurrent: boolean) => (isNet ? 0 : isCurrent ? 1 : 2)

function amountOf(
  value: unknown,
): Pick<Candidate, 'amount' | 'hasDecimals' | 'currency'> | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0 || value >= 1e12) return undefined
    return { amount: String(value), hasDecimals: !Number.isInteger(value), currency: undefined }
  }
  if (typeof value !== 'string' || value.length > 60) return undefined
  const text = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(text))
    return { amount: text, hasDecimals: text.includes('.'), currency: undefined }
  const { amount, currency, kind } = readPrice(text)
  if (amount === undefined || kind !== 'exact' || Number(amount) <= 0) return undefined
  return { amount, hasDecimals: amount.includes('.') || currency !== undefined, currency }
}
