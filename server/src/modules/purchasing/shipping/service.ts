import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import type { Money } from '#kernel/money'
import type { Clock } from '#kernel/time'
import type { Fx, RateTable } from '#modules/fx'
import { platformCompanyId } from '#modules/identity'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { cachedMethods } from './cached-methods.ts'
import { cachedMinimumOrders } from './cached-minimum-orders.ts'
import { addMethod, changeMethod, type MethodInput, removeMethod } from './change-methods.ts'
import {
  changeMinimumOrder,
  type MinimumOrderInput,
  removeMinimumOrder,
} from './change-minimum-order.ts'
import { fail } from './failures.ts'
import {
  optionsFor,
  type ShippingMethod,
  type ShippingOption,
  type UnconvertibleOption,
} from './method.ts'
import {
  type BelowMinimum,
  compareWithMinimum,
  type MinimumOrder,
  type UnconvertibleMinimum,
} from './minimum-order.ts'

/**
 * Returns the methods for a parcel. Undefined: no shipping methods exist, so the prices of the goods include shipping.
 */
export type OptionsOf = (parcel: {
  readonly supplierCompanyId: string
  readonly country: string
  readonly goods: Money
}) => readonly (ShippingOption | UnconvertibleOption)[] | undefined

/** Compares the goods of a supplier in an order with its minimum. Undefined if they reach it, or if it has none. */
export type BelowMinimumOf = (of: {
  readonly supplierCompanyId: string
  readonly goods: Money
}) => BelowMinimum | UnconvertibleMinimum | undefined

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
  /** The minimum order values of these suppliers. Cached for some seconds. */
  minimumsOf(
    conn: Conn,
    supplierCompanyIds: readonly string[],
    currency: string,
    now: Date,
  ): Promise<BelowMinimumOf>
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
  /** Undefined if the supplier has none. */
  findMinimumOrder(supplierCompanyId: string): Promise<MinimumOrder | undefined>
  /** Throws `shipping.minimum_order_not_found`. */
  getMinimumOrder(actor: Actor): Promise<MinimumOrder>
  changeMinimumOrder(actor: Actor, input: MinimumOrderInput): Promise<MinimumOrder>
  removeMinimumOrder(actor: Actor): Promise<MinimumOrder>
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
  const minimumsOf = cachedMinimumOrders(deps.wake)
  const findMinimumOrder = async (companyId: string) =>
    (await minimumsOf(database.pool, [companyId])).get(companyId)?.minimum
  // A company has few methods, and the cache has all of them. So the page is taken in memory.
  const ownOf = async (companyId: string) =>
    (await methodsOf(database.pool, [companyId])).get(companyId) ?? []
  return {
    optionsFor: async (conn, supplierCompanyIds, currency, now) => {
      if (supplierCompanyIds.length === 0) return () => undefined
      const methods = await methodsOf(conn, [...supplierCompanyIds, platformCompanyId])
      const currencies = [...methods.values()].flat().map((method) => method.currency)
      const table = await tableFor(deps, conn, currencies, currency, now)
      return ({ supplierCompanyId, country, goods }) => {
        const offered = ownOrPlatforms(methods, supplierCompanyId)
        return offered.length === 0 ? undefined : optionsFor(offered, { country, goods }, table)
      }
    },
    minimumsOf: async (conn, supplierCompanyIds, currency, now) => {
      const minimums = await minimumsOf(conn, supplierCompanyIds)
      const currencies = [...minimums.values()].flatMap(({ minimum }) =>
        minimum ? minimum.amount.currency : [],
      )
      const table = await tableFor(deps, conn, currencies, currency, now)
      return ({ supplierCompanyId, goods }) => {
        const { minimum } = minimums.get(supplierCompanyId) ?? {}
        return minimum && compareWithMinimum(minimum, goods, table)
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
    findMinimumOrder,
    getMinimumOrder: async ({ companyId }) => {
      const minimum = await findMinimumOrder(companyId)
      if (!minimum) throw fail('minimum_order_not_found')
      return minimum
    },
    changeMinimumOrder: (actor, input) => changeMinimumOrder(deps, actor, input),
    removeMinimumOrder: (actor) => removeMinimumOrder(deps, actor),
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
  currencies: readonly string[],
  currency: string,
  now: Date,
): Promise<RateTable | undefined> {
  if (currencies.every((one) => one === currency)) return undefined
  try {
    return await fx.ratesInto(conn, currency, now)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
