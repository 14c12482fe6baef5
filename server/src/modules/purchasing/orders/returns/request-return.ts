import type { Actor } from '#kernel/actor'
import type { Quantity } from '#kernel/quantity'
import { takeNumber } from '#modules/numbering'
import { emitAll } from '#platform/outbox'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { claimableOf, type LineProgress, returnableOf } from '../fulfilment/line-progress.ts'
import { pickLines } from '../fulfilment/pick-lines.ts'
import { type OrderInStep, type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import { hasEnded } from '../lifecycle.ts'
import type { Return, ReturnReason } from '../order.ts'
import { assertBuyerSide } from '../party.ts'
import { SupplierOrderReturnRequested } from '../supplier/supplier-events.ts'
import { returnToSupplier } from '../supplier/to-suppliers.ts'
import { insertReturn } from './return-store.ts'

export type ReturnInput = StepRequest & {
  readonly lines: readonly {
    readonly lineNumber: number
    readonly quantity: Quantity
    readonly reason: ReturnReason
  }[]
  readonly note?: string | undefined
}

/**
 * Asks to return pieces, or to be paid back for missing ones. The pieces are reserved for this return at once, so that
 * two requests never ask for the same ones. A refusal frees them.
 */
export function requestReturn(deps: FulfilmentDeps, actor: Actor, input: ReturnInput) {
  return takeStep(deps, actor, input, 'rtn', async (tx, locked) => {
    const { order, party } = locked
    assertBuyerSide(party)
    if (hasEnded(order.state)) throw fail('order_not_open', { state: order.state })
    const reasonOf = new Map(input.lines.map((line) => [line.lineNumber, line.reason]))
    const leftOf = (line: LineProgress) =>
      reasonOf.get(line.lineNumber) === 'MISSING' ? claimableOf(line) : returnableOf(line)
    const picked = pickLines(locked.lines, input.lines, leftOf, 'quantity_exceeds_delivered')
    const changed = picked.map(({ line, quantity }) =>
      addRequested(line, quantity, reasonOf.get(line.lineNumber)),
    )
    const supplierCompanyId = supplierOf(changed)
    const number = await takeNumber(tx, order.companyId, 'RETURN', locked.now)
    const request = returnOf(locked, actor, input, { number, supplierCompanyId })
    return {
      kind: 'RETURN_REQUESTED',
      changed,
      details: { returnId: request.id, returnNumber: number, lines: picked.length },
      comment: input.note,
      record: async (next) => {
        await insertReturn(tx, order, request)
        const supplierEvents = returnToSupplier(locked, next, request, request.lines, {})
        await emitAll(tx, SupplierOrderReturnRequested, supplierEvents)
      },
    }
  })
}

/** Adds pieces to those asked back. A negative number frees them again. */
export function addRequested(
  line: LineProgress,
  pieces: Quantity,
  reason: ReturnReason | undefined,
): LineProgress {
  return reason === 'MISSING'
    ? { ...line, claimed: line.claimed + pieces }
    : { ...line, returned: line.returned + pieces }
}

function supplierOf(changed: readonly LineProgress[]): string {
  const suppliers = [...new Set(changed.map((line) => line.supplierCompanyId))]
  const [supplierCompanyId] = suppliers
  if (!supplierCompanyId || suppliers.length > 1) throw fail('several_suppliers', { suppliers })
  return supplierCompanyId
}

function returnOf(
  { stepId, now }: OrderInStep,
  actor: Actor,
  { lines, note }: ReturnInput,
  named: Pick<Return, 'number' | 'supplierCompanyId'>,
): Return {
  return {
    id: stepId as Return['id'],
    ...named,
    state: 'REQUESTED',
    note,
    requestedBy: actor.id,
    requestedAt: now,
    receivedAt: undefined,
    decidedAt: undefined,
    decisionNote: undefined,
    restocked: undefined,
    creditId: undefined,
    lines: lines.map((line) => ({ ...line, accepted: undefined })),
  }
}
