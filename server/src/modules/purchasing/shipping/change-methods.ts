import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { newId } from '#kernel/id'
import { isCurrency, type Money, money, parseMoney } from '#kernel/money'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { methodsChanged } from './cached-methods.ts'
import { fail } from './failures.ts'
import type { MethodKind, ShippingMethod, ShippingTier } from './method.ts'
import { deleteMethod, insertMethod, replaceMethod } from './method-store.ts'

export const methodsMax = 20

export type MethodInput = {
  readonly name: string
  readonly kind: MethodKind
  readonly countries?: readonly string[] | undefined
  readonly currency: string
  /** Absent: shipping is free. */
  readonly tiers?: readonly { readonly from: string; readonly price: string }[] | undefined
  readonly leadTimeDays: number
  readonly position?: number | undefined
}

export type ChangeDeps = { readonly database: Database; readonly now: Clock }

/**
 * Adds a method for the actor's company. A supplier ships its own goods with it. The platform's methods serve suppliers
 * that have none.
 */
export async function addMethod(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  input: MethodInput,
): Promise<ShippingMethod> {
  const now = clock()
  const method = methodFrom(input, newId('smt', now), actor)
  return database.transaction(async (tx) => {
    const added = await insertMethod(tx, { method, changedBy: actor.id, now }, methodsMax)
    if (!added) throw fail('methods_limit_reached', { limit: methodsMax })
    auditMethod(tx, actor, 'added', method, now)
    return method
  })
}

export async function changeMethod(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  methodId: string,
  input: MethodInput,
): Promise<ShippingMethod> {
  const now = clock()
  const method = methodFrom(input, methodId as ShippingMethod['id'], actor)
  return database.transaction(async (tx) => {
    const changed = await replaceMethod(tx, { method, changedBy: actor.id, now })
    if (!changed) throw fail('method_not_found', { shippingMethodId: methodId })
    auditMethod(tx, actor, 'changed', method, now)
    return method
  })
}

/** Checkouts and orders that use the method keep its name and price. */
export async function removeMethod(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  methodId: string,
): Promise<ShippingMethod> {
  const now = clock()
  return database.transaction(async (tx) => {
    const method = await deleteMethod(tx, actor.companyId, methodId)
    if (!method) throw fail('method_not_found', { shippingMethodId: methodId })
    auditMethod(tx, actor, 'deleted', method, now)
    return method
  })
}

function methodFrom(
  input: MethodInput,
  id: ShippingMethod['id'],
  { companyId }: Actor,
): ShippingMethod {
  const { countries = [], currency, position = 100, name, kind, leadTimeDays } = input
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const unknown = countries.filter((country) => !isCountry(country))
  if (unknown.length > 0) throw fail('country_unknown', { countries: unknown })
  const tiers = tiersFrom(input)
  const unique = [...new Set(countries)]
  return { id, companyId, name, kind, countries: unique, currency, tiers, leadTimeDays, position }
}

function tiersFrom({ kind, currency, tiers = [] }: MethodInput): ShippingTier[] {
  const nothing = money(0n, currency)
  if (kind === 'PICK_UP' && tiers.length > 0) throw fail('pick_up_costs_nothing')
  if (tiers.length === 0) return [{ from: nothing, price: nothing }]
  const parsed = tiers.map(({ from, price }) => ({
    from: amountFrom(from, currency),
    price: amountFrom(price, currency),
  }))
  const rising = parsed.every(({ from }, at) => {
    const before = parsed[at - 1]
    return before ? from.amountMinor > before.from.amountMinor : from.amountMinor === 0n
  })
  if (!rising) throw fail('tiers_out_of_order')
  return parsed
}

export function amountFrom(text: string, currency: string): Money {
  const amount = parseMoney(text, currency)
  if (!amount || amount.amountMinor < 0n) throw fail('amount_invalid', { amount: text, currency })
  return amount
}

function auditMethod(
  tx: Tx,
  actor: Actor,
  done: 'added' | 'changed' | 'deleted',
  { id, name, kind, currency }: ShippingMethod,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `shipping.method_${done}`,
    target: { type: 'shipping_method', id },
    outcome: 'done',
    details: { name, kind, currency },
    now,
  })
  ringAfterCommit(tx, methodsChanged)
}
