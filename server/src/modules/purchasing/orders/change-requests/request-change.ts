import type { Actor } from '#kernel/actor'
import { todayOf } from '#modules/identity'
import { emit, emitAll } from '#platform/outbox'
import { assertSameCosts } from '../addresses/assert-same-costs.ts'
import { assertParcelsWhole } from '../addresses/move-lines.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import { isOpen } from '../lifecycle.ts'
import { assertBuyerSide } from '../party.ts'
import { afterWorkingDays } from '../proposals/decision-timers.ts'
import { readTolerances } from '../proposals/tolerance-store.ts'
import type { ChangeRequest } from './change-request.ts'
import {
  eventToBuyer,
  eventToSupplier,
  OrderChangeRequested,
  SupplierOrderChangeRequested,
} from './change-request-events.ts'
import { insertChangeRequest } from './change-request-store.ts'
import { startRequestTimers } from './change-request-timers.ts'
import { type LineWish, readRequestedLines } from './read-requested-lines.ts'
import { refusalOf } from './rehearse-request.ts'

export type RequestChangeInput = StepRequest & {
  readonly lines: readonly LineWish[]
  /** The supplier reads it. */
  readonly reason: string
}

/**
 * A buyer requests another day, quantity or address, or the end of lines of one supplier. Nothing changes until the supplier accepts. Until
 * then the lines name the request, and the supplier neither confirms nor ships them.
 */
export async function requestChange(
  deps: FulfilmentDeps,
  actor: Actor,
  input: RequestChangeInput,
): Promise<string> {
  const refusal = await refusalOf(deps, actor, input)
  return takeStep(deps, actor, input, 'chr', async (tx, locked) => {
    const { order, lines, party, now, stepId } = locked
    assertBuyerSide(party)
    if (!isOpen(order.state)) throw fail('order_not_open', { state: order.state })
    const today = await todayOf(tx, order.companyId, now)
    const { supplierCompanyId, changes } = readRequestedLines(locked, input.lines, today)
    const open = lines.find(
      (line) => line.supplierCompanyId === supplierCompanyId && line.changeRequestId !== undefined,
    )?.changeRequestId
    if (open !== undefined) throw fail('change_already_requested', { changeRequestId: open })
    if (refusal) throw refusal
    assertParcelsWhole(locked, changes)
    await assertSameCosts(deps, tx, locked, changes)
    const { lapseWorkingDays } = await readTolerances(tx, order.companyId)
    // The supplier decides, so its working days count.
    const time = await deps.workingTimeOf(tx, supplierCompanyId)
    const request: ChangeRequest = {
      id: stepId as ChangeRequest['id'],
      companyId: order.companyId,
      orderId: order.id,
      supplierCompanyId,
      state: 'OPEN',
      lines: changes.map(({ requested }) => requested),
      reason: input.reason,
      requestedBy: actor.id,
      requestedAt: now,
      remindedAt: undefined,
      lapsesAt: afterWorkingDays(time, now, lapseWorkingDays),
      agreement: undefined,
      decidedBy: undefined,
      decidedAt: undefined,
      decisionNote: undefined,
    }
    return {
      kind: 'CHANGE_REQUESTED',
      changed: changes.map(({ line }) => ({ ...line, changeRequestId: request.id })),
      details: { changeRequestId: request.id, lines: changes.length },
      comment: input.reason,
      record: async (requested, after) => {
        await insertChangeRequest(tx, request)
        startRequestTimers(tx, request, time)
        const own = { lapsesAt: request.lapsesAt.toISOString() }
        await emit(tx, OrderChangeRequested, eventToBuyer(requested, after, request, now, own))
        const theirs = eventToSupplier(requested, after, request, now, own)
        await emitAll(tx, SupplierOrderChangeRequested, theirs)
      },
    }
  })
}
