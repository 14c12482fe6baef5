import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import type { Money } from '#kernel/money'
import type { Clock } from '#kernel/time'
import type { Fx, RateTable } from '#modules/fx'
import { platformCompanyId } from '#modules/identity'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { cachedMethods } from './cached-methods.ts'
import { addMethod, changeMethod, type MethodInput, removeMethod } from './change-methods.ts'
import { fail } from './failures.ts'
import {
  optionsFor,
  type ShippingMethod,
  type ShippingOption,
  type UnconvertibleOption,
} from './method.ts'

/**
 * Returns the methods for a parcel. Undefined: no shipping methods exist, so the prices of the goods include shipping.
 */
export type OptionsOf = (parcel: {
  readonly supplierCompanyId: string
  readonly country: string
  readonly goods: Money
}) => readonly (ShippingOption | UnconvertibleOption)[] | undefined

/** The position of a method in the list of its company. */
export type MethodPlace = { readonly position: number; readonly id: string }

export type Shipping = {
  /** The methods of the supplier, or those of the platform when the supplier has none. Cached for some seconds. */
  optionsFor(
    conn: Conn,
    supplierCompanyIds: readonly string[],
    currency: string,
    now: Date,
  ): Promise<OptionsOf>
  /**
   * The methods of the supplier, or those of the platform when the supplier has none; those of one country if one is
   * given.
   */
  listOffered(supplierCompanyId?: string, country?: string): Promise<readonly ShippingMethod[]>
  /** In the order in which they are offered. */
  listOwn(
    actor: Actor,
    page: { readonly after?: MethodPlace | undefined; readonly limit: number },
  ): Promise<readonly ShippingMethod[]>
  /** Throws `shipping.method_not_found`. */
  getOwn(actor: Actor, methodId: string): Promise<ShippingMethod>
  add(actor: Actor, input: MethodInput): Promise<ShippingMethod>
  change(actor: Actor, methodId: string, input: MethodInput): Promise<ShippingMethod>
  remove(actor: Actor, methodId: string): Promise<ShippingMethod>
}

export type ShippingDeps = {
  readonly database: Database
  readonly wake: Wake
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly now: Clock
}

export function createShipping(deps: ShippingDeps): Shipping {
  const { database } = deps
  const methodsOf = cachedMethods(deps.wake)
  // A company has few methods, and the cache has all of them. So the page is taken in memory.
  const ownOf = async (companyId: string) =>
    (await methodsOf(database.pool, [companyId])).get(companyId) ?? []
  return {
    optionsFor: async (conn, supplierCompanyIds, currency, now) => {
      if (supplierCompanyIds.length === 0) return () => undefined
      const methods = await methodsOf(conn, [...supplierCompanyIds, platformCompanyId])
      const table = await tableFor(deps, conn, [...methods.values()].flat(), currency, now)
      return ({ supplierCompanyId, country, goods }) => {
        const offered = ownOrPlatforms(methods, supplierCompanyId)
        return offered.length === 0 ? undefined : optionsFor(offered, { country, goods }, table)
      }
    },
    listOffered: async (supplierCompanyId = platformCompanyId, country) => {
      const methods = await methodsOf(database.pool, [supplierCompanyId, platformCompanyId])
      const offered = ownOrPlatforms(methods, supplierCompanyId)
      if (country === undefined) return offered
      return offered.filter(
        ({ countries }) => countries.length === 0 || countries.includes(country),
      )
    },
    listOwn: async ({ companyId }, { after, limit }) =>
      (await ownOf(companyId))
        .filter((method) => !after || isBehind(method, after))
        .slice(0, limit),
    getOwn: async ({ companyId }, methodId) => {
      const found = (await ownOf(companyId)).find(({ id }) => id === methodId)
      if (!found) throw fail('method_not_found', { shippingMethodId: methodId })
      return found
    },
    add: (actor, input) => addMethod(deps, actor, input),
    change: (actor, methodId, input) => changeMethod(deps, actor, methodId, input),
    remove: (actor, methodId) => removeMethod(deps, actor, methodId),
  }
}

function isBehind(method: MethodPlace, place: MethodPlace): boolean {
  if (method.position !== place.position) return method.position > place.position
  return method.id > place.id
}

function ownOrPlatforms(
  methods: ReadonlyMap<string, readonly ShippingMethod[]>,
  supplierCompanyId: string,
): readonly ShippingMethod[] {
  const own = methods.get(supplierCompanyId) ?? []
  return own.length > 0 ? own : (methods.get(platformCompanyId) ?? [])
}

/**
 * Without rates, prices in other currencies cannot be converted. Prices in the currency of the document need no rate.
 */
async function tableFor(
  { fx }: ShippingDeps,
  conn: Conn,
  methods: readonly ShippingMethod[],
  currency: string,
  now: Date,
): Promise<RateTable | undefined> {
  if (methods.every((method) => method.currency === currency)) return undefined
  try {
    return await fx.ratesInto(conn, currency, now)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
