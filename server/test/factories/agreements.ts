import { type Actor, type Role, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'
import {
  createAgreements,
  createTerms,
  type EntryDraft,
  type NewPriceList,
} from '#modules/products'
import { createQuotes } from '#modules/quotes'
import type { BuyingUnit } from '#modules/structure'
import { createMemoryCache } from '#platform/cache'
import type { Database } from '#platform/db'
import { createMetrics } from '#platform/telemetry'
import { attachWake, createWake } from '#platform/wake'
import { aCatalog, sampleSupplierId } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import type { anFx } from '#testing/fx'
import { figuresOf } from '#testing/tools/figures'

type WorldOptions = {
  readonly database: Database
  readonly fx: ReturnType<typeof anFx>
  readonly now: () => Date
}

/** Agreements that the end of the test file closes. */
export function useAgreements(options: WorldOptions): AgreementsWorld {
  return closeAtEnd(agreementsWorld(options))
}

/** Agreements and everything that prices are read from, as one process has them. */
export function agreementsWorld({ database, fx, now }: WorldOptions) {
  const cache = createMemoryCache(now)
  const wake = createWake(cache)
  const detach = attachWake(wake)
  const terms = createTerms(wake)
  const currencyOf = async () => 'EUR'
  const agreements = createAgreements({
    database,
    now,
    findCompany: async (id) =>
      id.startsWith('co_') ? { name: `Company ${id.slice(-3)}`, supplier: true } : undefined,
  })
  return {
    agreements,
    catalog: aCatalog({ database, fx, now, currencyOf, terms }),
    quotes: createQuotes({
      database,
      fx,
      cache,
      metrics: createMetrics(),
      tallies: figuresOf(database, now).tallies,
      now,
      currencyOf,
      terms,
    }),
    close: () => {
      detach()
      wake.close()
    },
  }
}

export type AgreementsWorld = ReturnType<typeof agreementsWorld>

let companies = 0

export function anActor(role: Role, companyId?: string): Actor {
  companies += 1
  return {
    kind: 'person',
    id: 'usr_00000000000000000000000001',
    companyId: (companyId ?? `co_${String(companies).padStart(26, '0')}`) as Id<'co'>,
    roles: new Set([role]),
    scopes: scopesOfRoles([role]),
  }
}

/** At whose prices the actor of a test buys. */
export function buyerOf({ companyId, unitId }: Actor): BuyingUnit {
  return { companyId, unitId }
}

/** Whoever manages the lists of the supplier that test products are of. */
export const seller = anActor('company_admin', sampleSupplierId)

export async function aPriceList(
  { agreements }: AgreementsWorld,
  entries: readonly EntryDraft[],
  overrides: Partial<NewPriceList> = {},
): Promise<string> {
  const { id } = await agreements.createPriceList(seller, {
    name: 'Agreed',
    currency: 'EUR',
    validFrom: new Date('2026-01-01T00:00:00Z'),
    ...overrides,
  })
  if (entries.length > 0) await agreements.putEntries(seller, id, entries)
  return id
}

let references = 0

export async function aContract(
  { agreements }: AgreementsWorld,
  buyer: Actor,
  priceListIds: readonly string[],
  validity: { readonly validFrom?: Date; readonly validUntil?: Date } = {},
) {
  references += 1
  return agreements.createContract(seller, {
    buyerCompanyId: buyer.companyId,
    reference: `C-${references}`,
    state: 'ACTIVE',
    validFrom: new Date('2026-01-01T00:00:00Z'),
    priceListIds,
    ...validity,
  })
}
