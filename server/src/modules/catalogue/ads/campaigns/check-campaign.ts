import { codeOfCountryName, isCountry } from '#kernel/country'
import { decimalOf, type Money, money, parseMoney } from '#kernel/money'
import type { Clock } from '#kernel/time'
import { isTimeZone } from '#kernel/time-zone'
import { listKnownCategories, listProductsOf, type Suppliers } from '#modules/products'
import type { Conn, Database } from '#platform/db'
import { isLoopbackHost, readUserUrl, UnsafeAddress } from '#platform/net'
import { fail } from '../failures.ts'
import { bidMaxMinor, budgetMaxMinor, type Campaign } from './campaign.ts'

export type CampaignsDeps = {
  readonly database: Database
  readonly now: Clock
  readonly suppliers: Suppliers
  /** The one currency of bids and budgets. */
  readonly currency: string
  /** The target of a click may be an http address of this machine. For local use and tests. */
  readonly allowPrivate: boolean
}

type AmountInput = { readonly amount: string; readonly currency: string }

export function amountsFrom(
  { currency }: Pick<CampaignsDeps, 'currency'>,
  budget: AmountInput,
  bid: AmountInput,
): Pick<Campaign, 'budgetPerDay' | 'bidPerClick'> {
  const bidPerClick = amountFrom(currency, 'bidPerClick', bid, bidMaxMinor)
  const budgetPerDay = amountFrom(currency, 'budgetPerDay', budget, budgetMaxMinor)
  if (budgetPerDay.amountMinor < bidPerClick.amountMinor) throw fail('budget_below_bid')
  return { budgetPerDay, bidPerClick }
}

function amountFrom(currency: string, field: string, given: AmountInput, max: bigint): Money {
  if (given.currency !== currency) throw fail('currency_not_billed', { field, currency })
  const amount = parseMoney(given.amount, currency)
  if (!amount || amount.amountMinor <= 0n || amount.amountMinor > max) {
    throw fail('amount_invalid', { field, limit: decimalOf(money(max, currency)), currency })
  }
  return amount
}

export function periodFrom(
  startsAt: string | null | undefined,
  endsAt: string | null | undefined,
): Pick<Campaign, 'startsAt' | 'endsAt'> {
  const start = startsAt ? new Date(startsAt) : undefined
  const end = endsAt ? new Date(endsAt) : undefined
  if (start && end && end <= start) throw fail('period_invalid')
  return { startsAt: start, endsAt: end }
}

/** Refuses products of others, categories and countries that do not exist, and an address that nobody should open. */
export async function checkParts(
  deps: CampaignsDeps & { readonly conn?: Conn },
  campaign: Campaign,
): Promise<void> {
  const { companyId, productIds, categoryIds, countries, landingUrl, timeZone } = campaign
  const conn = deps.conn ?? deps.database.pool
  if (!isTimeZone(timeZone)) throw fail('time_zone_unknown', { timeZone })
  const unknown = countries.filter((code) => !isCountry(code))
  if (unknown.length > 0) {
    const didYouMean = unknown.flatMap((name) => codeOfCountryName(name) ?? [])
    throw fail('country_unknown', { countries: unknown, didYouMean })
  }
  if (landingUrl !== undefined) assertSafeLandingUrl(deps, landingUrl)
  if (productIds.length === 0) throw fail('products_required')
  const own = new Set(await listProductsOf(conn, companyId, productIds))
  const foreign = productIds.filter((id) => !own.has(id))
  if (foreign.length > 0) throw fail('products_not_owned', { productIds: foreign })
  const known = new Set(await listKnownCategories(conn, categoryIds))
  const missing = categoryIds.filter((id) => !known.has(id))
  if (missing.length > 0) throw fail('categories_unknown', { categoryIds: missing })
}

/** Blanks, control characters and the backslash: browsers and parsers read them differently. */
const unseen = /[\s\p{Cc}\\]/u

function assertSafeLandingUrl({ allowPrivate }: CampaignsDeps, landingUrl: string): void {
  try {
    const url = readUserUrl(landingUrl, { allowPrivate })
    const isOwnMachine = allowPrivate && isLoopbackHost(url.hostname)
    if ((url.protocol === 'https:' || isOwnMachine) && !unseen.test(landingUrl)) return
  } catch (error) {
    if (!(error instanceof UnsafeAddress)) throw error
  }
  // The reason could tell an attacker what a name means to us.
  throw fail('landing_url_invalid')
}
