import { type Static, Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { record } from '#kernel/record'
import { type Payment, paymentOutcomeOf } from '#modules/payments'
import { MoneyView, viewMoney } from '#platform/http'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { changeData } from '../raises/raise-events.ts'
import type { AgreedChange } from '../raises/waiting-raise-store.ts'
import { findReader } from '../supplier/find-reader.ts'
import { listAwaited } from './supplement-store.ts'

/** What the buyer still has to pay, so that a change binds. */
export type AwaitedPayment = AgreedChange & {
  readonly payment: Payment
}

/** For somebody who may read the order. A supplier does not see what its buyer has to pay. */
export async function readAwaitedPayments(
  deps: FulfilmentDeps,
  actor: Actor,
  orderId: string,
): Promise<AwaitedPayment[]> {
  const { companyId, supplierId } = await findReader(deps.database.pool, actor, orderId)
  return supplierId === undefined ? listAwaitedPayments(deps, companyId, orderId) : []
}

type ReadsAwaited = {
  listAwaitedPayments(actor: Actor, orderId: string): Promise<readonly AwaitedPayment[]>
}

/** Each change with the payments that it waits for. `id` says which of both ids of a payment names the change. */
export async function withAwaitedPayments<Change extends { readonly id: string }>(
  fulfilment: ReadsAwaited,
  actor: Actor,
  orderId: string,
  id: 'proposalId' | 'changeRequestId',
  changes: readonly Change[],
): Promise<(Change & { readonly awaitedPayments: readonly AwaitedPayment[] })[]> {
  const awaited = await fulfilment.listAwaitedPayments(actor, orderId)
  return changes.map((change) => ({
    ...change,
    awaitedPayments: awaited.filter((payment) => payment[id] === change.id),
  }))
}

/** Those of an order, oldest first. Without the lost ones, which a worker is about to end. */
export async function listAwaitedPayments(
  { database, payments }: Pick<FulfilmentDeps, 'database' | 'payments'>,
  companyId: string,
  orderId: string,
): Promise<AwaitedPayment[]> {
  const awaited: AwaitedPayment[] = []
  for (const supplement of await listAwaited(database.pool, companyId, orderId)) {
    const payment = await payments.find(database.pool, supplement.companyId, supplement.paymentId)
    if (payment && paymentOutcomeOf(payment) !== 'lost') awaited.push({ ...supplement, payment })
  }
  return awaited
}

export const AwaitedPaymentView = record(
  'AwaitedPayment',
  'A further payment of the buyer. The change binds when it is paid, and the lines stay as they were if it is not.',
  {
    proposalId: Type.Optional(
      Type.String({ description: 'The proposal of a supplier that the buyer accepts.' }),
    ),
    changeRequestId: Type.Optional(
      Type.String({
        description: 'The change that the buyer requested and the supplier accepted.',
      }),
    ),
    lineNumbers: Type.Array(Type.Integer()),
    paymentId: Type.String(),
    state: Type.Literal('AWAITING_PAYMENT'),
    amount: MoneyView,
    redirectUrl: Type.Optional(
      Type.String({
        description: 'The address to which to send the payer. Absent once the payer has paid.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The time until which the payer can pay.' }),
    ),
  },
)

export function viewAwaitedPayment({
  payment: { id, state, amount, redirectUrl, expiresAt },
  ...change
}: AwaitedPayment): Static<typeof AwaitedPaymentView> {
  return {
    ...changeData(change),
    lineNumbers: [...change.lineNumbers],
    paymentId: id,
    state: 'AWAITING_PAYMENT',
    amount: viewMoney(amount),
    ...(state === 'PENDING' && redirectUrl !== undefined && { redirectUrl }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}
