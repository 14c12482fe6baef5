import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { readQuantity } from '#kernel/quantity'
import { type Carts, createCarts, type QuotedCart } from '#modules/cart'
import { findActingMember } from '#modules/identity'
import type { Quoter } from '#modules/quotes'
import type { Database } from '#platform/db'
import { aStructure } from '#testing/structure'
import { thePartiesOf, theTotals } from './totals.ts'

type Line = { readonly productId: string; readonly quantity: number }

/** Carts of companies that buy in euros from Germany, in their own time zones, unless the test says otherwise. */
export function aCartService(
  database: Database,
  quoter: Pick<Quoter, 'quote'>,
  overrides: { now?: () => Date; currency?: string; country?: string } = {},
): Carts {
  const { now = () => new Date(), currency = 'EUR', country = 'DE' } = overrides
  const totals = theTotals(database)
  const partiesOf = thePartiesOf()
  return createCarts({
    database,
    quoter,
    companyOf: async (companyId) => {
      const company = (await partiesOf(database.pool, [companyId])).get(companyId)
      return { currency, country, timeZone: company?.timeZone ?? 'UTC' }
    },
    totals,
    structure: aStructure(database, now),
    reach: async () => [],
    findMember: findActingMember,
    isMailTaken: false,
    now,
  })
}

/** The actor's cart, filled through the front door. */
export async function aCart(
  carts: Carts,
  actor: Actor,
  lines: readonly Line[],
): Promise<QuotedCart> {
  for (const line of lines) await carts.addItem(actor, readQuantity(line))
  return carts.read(actor)
}

let integrations = 0

/** An API key that may read and change carts. */
export function anIntegration(companyId: Id<'co'> = 'co_1'): Actor {
  integrations += 1
  return {
    kind: 'api_key',
    id: `key_cart_${integrations}`,
    companyId,
    roles: new Set(),
    scopes: new Set(['orders:read', 'orders:write']),
  }
}
