import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { utcDay } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { cached, ringAfterCommit, type Wake } from '#platform/wake'
import { fail } from './failures.ts'
import {
  deleteOverride,
  insertOverride,
  listOverrides,
  type StoredOverride,
} from './override-store.ts'
import { plainPostcode, type RateOverride, type RateTable, rateTable } from './rate-table.ts'
import type { RatedClass, TaxClass } from './tax-class.ts'
import { type Tax, type TaxParty, taxOf } from './tax-of.ts'

/** The largest number of overrides. It is enough for each country and class, twice. */
export const overridesMax = 2_000

export type SetRate = {
  readonly country: string
  readonly taxClass: RatedClass
  readonly rate: string
  readonly validFrom: string
  readonly validUntil?: string | undefined
  /** The prefix of the postal codes that the rate is for. */
  readonly postcode?: string | undefined
  readonly note: string
}

export type TaxOfLine = (line: {
  readonly supplierCompanyId: string
  readonly taxClass: TaxClass
  /** Undefined: the supplier hands the goods over at its own place. */
  readonly shipTo:
    | { readonly country: string; readonly postalCode?: string | undefined }
    | undefined
}) => Tax

export type Taxes = {
  /** Finds the tax of a buyer's lines today. It reads what the tax depends on once, and caches it for seconds. */
  forBuyer(
    conn: Conn,
    buyerCompanyId: string,
    supplierCompanyIds: readonly string[],
    now: Date,
  ): Promise<TaxOfLine>
  rates(conn: Conn): Promise<RateTable>
  listOverrides(): Promise<StoredOverride[]>
  setRate(actor: Actor, rate: SetRate): Promise<StoredOverride>
  deleteRate(actor: Actor, overrideId: string): Promise<StoredOverride>
}

export type TaxDeps = {
  readonly database: Database
  readonly wake: Wake
  /** The country and the VAT id of each company, by company id. Unknown companies are missing. */
  readonly partiesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, TaxParty>>
  readonly now: Clock
}

const ratesChanged = 'tax.rates_changed'

export function createTaxes(deps: TaxDeps): Taxes {
  const { database, partiesOf } = deps
  const rates = cachedRates(deps.wake)
  return {
    forBuyer: async (conn, buyerCompanyId, supplierCompanyIds, now) => {
      const parties = await partiesOf(conn, [...new Set([buyerCompanyId, ...supplierCompanyIds])])
      const table = await rates(conn)
      const on = utcDay(now)
      const known = new Map<string, Tax>()
      return ({ supplierCompanyId, taxClass, shipTo }) => {
        const key = [supplierCompanyId, taxClass, shipTo?.country, shipTo?.postalCode].join('|')
        const supplier = parties.get(supplierCompanyId)
        const place = shipTo ?? { country: supplier?.country ?? '' }
        const buyer = parties.get(buyerCompanyId)
        const found =
          known.get(key) ?? taxOf({ supplier, buyer, shipTo: place, taxClass, on }, table)
        known.set(key, found)
        return found
      }
    },
    rates,
    listOverrides: () => listOverrides(database.pool),
    setRate: (actor, rate) => setRate(deps, actor, rate),
    deleteRate: (actor, id) => deleteRate(deps, actor, id),
  }
}

function cachedRates(wake: Wake): (conn: Conn) => Promise<RateTable> {
  const tableOf = cached(wake, ratesChanged, async (conn) => rateTable(await listOverrides(conn)))
  return (conn) => tableOf(conn, 'all')
}

async function setRate(
  { database, now: clock }: TaxDeps,
  actor: Actor,
  rate: SetRate,
): Promise<StoredOverride> {
  const now = clock()
  const { country, validFrom, validUntil } = rate
  if (!isCountry(country)) throw fail('country_unknown', { country })
  if (validUntil !== undefined && validUntil < validFrom) throw fail('days_out_of_order')
  const override = {
    ...rate,
    id: newId('txr', now),
    validUntil,
    postcode: plainPostcode(rate.postcode) || undefined,
    setBy: actor.id,
    setAt: now,
  }
  return database.transaction(async (tx) => {
    const outcome = await insertOverride(tx, override, overridesMax)
    if (outcome === 'FULL') throw fail('overrides_limit_reached', { limit: overridesMax })
    if (outcome === 'DAY_TAKEN') throw fail('override_exists', { country, validFrom })
    auditOverride(tx, actor, 'set', override, now)
    return override
  })
}

async function deleteRate(
  { database, now: clock }: TaxDeps,
  actor: Actor,
  overrideId: string,
): Promise<StoredOverride> {
  const now = clock()
  return database.transaction(async (tx) => {
    const deleted = await deleteOverride(tx, overrideId)
    if (!deleted) throw fail('override_not_found', { overrideId })
    auditOverride(tx, actor, 'deleted', deleted, now)
    return deleted
  })
}

function auditOverride(
  tx: Tx,
  actor: Actor,
  done: 'set' | 'deleted',
  { id, country, taxClass, rate, validFrom, postcode }: RateOverride & { readonly id: string },
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `tax.rate_${done}`,
    target: { type: 'tax_rate', id },
    outcome: 'done',
    details: { country, taxClass, rate, validFrom, ...(postcode !== undefined && { postcode }) },
    now,
  })
  ringAfterCommit(tx, ratesChanged)
}
