import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { decimalOf, type Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit, emitAll } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData } from '../fulfilment/fulfilment-events.ts'
import {
  type OrderChange,
  type OrderInStep,
  type StepRequest,
  takeStep,
} from '../fulfilment/take-step.ts'
import { afterWorkingDays } from '../proposals/decision-timers.ts'
import { readTolerances } from '../proposals/tolerance-store.ts'
import type { Agreement, ChangeRequest } from './change-request.ts'
import {
  eventToBuyer,
  eventToSupplier,
  OrderChangeAwaitsPayment,
  SupplierOrderChangeAwaitsPayment,
} from './change-request-events.ts'
import { saveAgreement } from './change-request-store.ts'
import { startPaymentTimer } from './change-request-timers.ts'

/**
 * The supplier has accepted a request with which an order by card costs more. Nothing of the order changes until the buyer has paid the
 * difference. `getRequest` throws unless the supplier may still accept.
 */
export function agreeOnRequest(
  deps: FulfilmentDeps,
  actor: Actor,
  input: StepRequest & { readonly note?: string | undefined },
  due: Money,
  getRequest: (tx: Tx, locked: OrderInStep) => Promise<ChangeRequest>,
): Promise<Id<'co'>> {
  const { note } = input
  return takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const { now } = locked
    const request = await getRequest(tx, locked)
    const waiting = await awaitPayment(deps, tx, locked, request, { by: actor.id, note, due })
    return {
      kind: 'CHANGE_REQUEST_AWAITS_PAYMENT',
      changed: [],
      details: {
        changeRequestId: request.id,
        lines: request.lines.length,
        amount: decimalOf(due),
        currency: due.currency,
      },
      comment: note,
      record: async (next, lines) => {
        await waiting.record(next, lines)
        const own = { due: creditData(due), lapsesAt: waiting.lapsesAt.toISOString() }
        await emit(tx, OrderChangeAwaitsPayment, eventToBuyer(next, lines, request, now, own))
      },
    }
  })
}

/**
 * Participant, in a step: the request waits for its payment. The buyer has as long as it would have to decide on a proposal. The
 * supplier learns of it by what the step records.
 */
export async function awaitPayment(
  deps: FulfilmentDeps,
  tx: Tx,
  { order: { companyId }, now }: Pick<OrderInStep, 'order' | 'now'>,
  request: ChangeRequest,
  accepted: Omit<Agreement, 'at'>,
): Promise<{ readonly lapsesAt: Date; readonly record: NonNullable<OrderChange['record']> }> {
  const { lapseWorkingDays } = await readTolerances(tx, companyId)
  const time = await deps.workingTimeOf(tx, companyId)
  const lapsesAt = afterWorkingDays(time, now, lapseWorkingDays)
  const agreed = { ...request, lapsesAt }
  return {
    lapsesAt,
    record: async (next, lines) => {
      await saveAgreement(tx, agreed, { ...accepted, at: now })
      startPaymentTimer(tx, agreed, now)
      const own = { due: creditData(accepted.due), lapsesAt: lapsesAt.toISOString() }
      const theirs = eventToSupplier(next, lines, agreed, now, own)
      await emitAll(tx, SupplierOrderChangeAwaitsPayment, theirs)
    },
  }
}
