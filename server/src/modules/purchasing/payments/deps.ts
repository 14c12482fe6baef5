import type { Actor, Scope } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Money } from '#kernel/money'
import { after, minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Conn, Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Condition } from '#platform/lists'
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from './cards/provider.ts'
import { fail } from './failures.ts'
import type { Payment, Refund, RefundPurpose } from './payment.ts'
import { findPayment } from './payment-store.ts'

/**
 * What a part of an order costs now, less the given refunds, which are about to reduce it. Undefined if the order has
 * no such part. Without a purpose: the whole order.
 */
export type PartOfOrder = (
  conn: Conn,
  order: { readonly companyId: string; readonly orderId: string },
  purpose: RefundPurpose | undefined,
  refunds: readonly Refund[],
) => Promise<{ readonly cost: Money; readonly suppliers: readonly string[] } | undefined>

type OrdersNumbered = (
  conn: Conn,
  q: string,
  companyId?: string,
) => Promise<readonly { readonly companyId: string; readonly id: string }[]>

export type Deps = {
  readonly database: Database
  /**
   * The first takes new card payments; the others finish the payments that they began. Empty: cards are not offered.
   */
  readonly providers: readonly PaymentProvider[]
  readonly now: () => Date
  readonly log: WorkLog
  readonly incidents?: Pick<Incidents, 'notify' | 'resolve'>
  /** Whether the order of a payment still needs an approval. */
  readonly isAwaitingApproval?: (conn: Conn, companyId: string, orderId: string) => Promise<boolean>
  /** What an order needs of its payment: its cost now, and the money that it will give back without a request. */
  readonly costOfOrder?: (
    conn: Conn,
    companyId: string,
    orderId: string,
  ) => Promise<Money | undefined>
  /** The part of an order that a refund by hand is for. */
  readonly partOfOrder?: PartOfOrder
  /** The numbers of the orders of payments, by the ids of the orders. */
  readonly orderNumbers?: (
    conn: Conn,
    payments: readonly Pick<Payment, 'companyId' | 'orderId'>[],
  ) => Promise<ReadonlyMap<string, string>>
  /** The newest orders, of one company or of all, that a number or a part of one finds. */
  readonly ordersNumbered?: OrdersNumbered
  /** The condition that the rows `t` name an order that the actor reaches. Undefined: the actor reaches all of the company. */
  readonly ofReachedOrders?: (
    conn: Conn,
    actor: Actor,
    scope: Scope,
  ) => Promise<Condition | undefined>
  /** How long a payer has to pay. */
  readonly intentMinutes?: number
}

export async function getPayment(
  { database }: Deps,
  companyId: string,
  paymentId: string,
): Promise<Payment> {
  return (await findPayment(database.pool, companyId, paymentId)) ?? notFound(paymentId)
}

export function notFound(paymentId: string): never {
  throw fail('payment_not_found', { paymentId })
}

export function providerOf({ providers }: Deps, { provider: name }: Payment): PaymentProvider {
  const provider = providers.find((candidate) => candidate.name === name)
  if (!provider) throw fail('provider_not_configured', { provider: name })
  return provider
}

export function intentExpiry({ intentMinutes = 15 }: Deps, now: Date): Date {
  return after(now, minutesMs(intentMinutes))
}

/** An unclear outcome becomes a failure that the caller may retry. A clear no stays a `ProviderRefused`. */
export async function callProvider<T>(deps: Deps, payment: Payment, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw failProviderUnavailable(deps, payment, error)
    throw error
  }
}

/** For reads, which a provider has no reason to refuse: a no is as unclear as no answer. */
export async function readProvider<T>(deps: Deps, payment: Payment, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isTheirs = error instanceof ProviderUnavailable || error instanceof ProviderRefused
    throw isTheirs ? failProviderUnavailable(deps, payment, error) : error
  }
}

export function failProviderUnavailable(
  { log }: Deps,
  { id, provider }: Payment,
  error: Error,
): Failure {
  log.warn({ err: error, paymentId: id, provider }, 'The payment provider gave no clear answer.')
  return fail('provider_unavailable', { paymentId: id })
}
