import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { sumOf } from '#kernel/money'
import { numberOf, type Quantity } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { emit, emitAll } from '#platform/outbox'
import { creditBudgets } from '../credits/credit-budgets.ts'
import { type CreditedPieces, creditPieces } from '../credits/credit-pieces.ts'
import { releaseCallOffs } from '../credits/release-call-offs.ts'
import { promiseCredit, settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import {
  creditData,
  lineData,
  OrderReturned,
  OrderReturnRefused,
  orderEvent,
  reducedData,
} from '../fulfilment/fulfilment-events.ts'
import type { LineProgress, Pieces } from '../fulfilment/line-progress.ts'
import { assertWholeIfCounted, replaceLines } from '../fulfilment/pick-lines.ts'
import { type OrderInStep, type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import type { Order, Return, ReturnLine } from '../order.ts'
import {
  SupplierOrderReturnAccepted,
  SupplierOrderReturnRefused,
} from '../supplier/supplier-events.ts'
import { returnToSupplier } from '../supplier/to-suppliers.ts'
import { addRequested } from './request-return.ts'
import { listReturns, saveReturn } from './return-store.ts'

export type ReturnDecision = StepRequest & { readonly returnId: string }

export type AcceptInput = ReturnDecision & {
  /** The accepted pieces. Lines that are not named are refused. Default: all pieces. */
  readonly lines?: readonly Pieces[] | undefined
  /** Whether the returned pieces can be sold again. Missing pieces never can. */
  readonly restock: boolean
  readonly note?: string | undefined
}

/** The goods have come back and the supplier inspects them. This decides nothing. */
export function receiveReturn(deps: FulfilmentDeps, actor: Actor, input: ReturnDecision) {
  return takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const open = await openReturn(tx, locked, input.returnId)
    if (open.state !== 'REQUESTED') throw failAlreadyDecided(open)
    return {
      kind: 'RETURN_RECEIVED',
      changed: [],
      details: namedIn(open),
      record: (order) =>
        save(tx, order, open, { ...open, state: 'RECEIVED', receivedAt: locked.now }),
    }
  })
}

export function refuseReturn(
  deps: FulfilmentDeps,
  actor: Actor,
  input: ReturnDecision & { readonly reason: string },
) {
  return takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const open = await openReturn(tx, locked, input.returnId)
    const none = open.lines.map((line) => ({ ...line, accepted: 0n }))
    return {
      kind: 'RETURN_REFUSED',
      changed: none.map((line) => addRequested(lineOf(locked, line), -line.quantity, line.reason)),
      details: namedIn(open),
      comment: input.reason,
      record: async (order) => {
        await save(tx, order, open, {
          ...open,
          state: 'REFUSED',
          decidedAt: locked.now,
          decisionNote: input.reason,
          lines: none,
        })
        const data = {
          ...namedIn(open),
          lines: open.lines.map((line) => requestedData(locked, line, line.quantity)),
          reason: input.reason,
        }
        await emit(tx, OrderReturnRefused, orderEvent(order, locked.now, data))
        const supplierEvents = returnToSupplier(locked, order, open, open.lines, {})
        await emitAll(tx, SupplierOrderReturnRefused, supplierEvents)
      },
    }
  })
}

/** Promises the money of the accepted pieces in this transaction. The refused pieces can be returned again. */
export async function acceptReturn(deps: FulfilmentDeps, actor: Actor, input: AcceptInput) {
  const companyId = await takeStep(deps, actor, input, 'stp', async (tx, locked) => {
    const open = await openReturn(tx, locked, input.returnId)
    const lines = acceptedOf(open, input.lines)
    for (const line of lines) assertWholeIfCounted(lineOf(locked, line), line.accepted ?? 0n)
    const { parts, changed } = takenBack(locked, lines)
    const { currency } = locked.order.total
    const amount = sumOf(
      parts.map((part) => part.amount),
      currency,
    )
    return {
      kind: 'RETURN_ACCEPTED',
      changed,
      details: { ...namedIn(open), restocked: input.restock, ...creditData(amount) },
      comment: input.note,
      record: async (order) => {
        if (input.restock) await restockPieces(deps, tx, locked, lines)
        const owed = { kind: 'RETURN', amount, by: actor.id } as const
        const [credit] = await promiseCredit(deps, tx, order, owed, locked.now)
        await creditBudgets(deps, tx, order, parts, amount, locked.now)
        await releaseCallOffs(deps, tx, order, parts)
        await save(tx, order, open, {
          ...open,
          state: 'ACCEPTED',
          decidedAt: locked.now,
          decisionNote: input.note,
          restocked: input.restock,
          creditId: credit?.id,
          lines,
        })
        const refused = lines
          .map((line) => requestedData(locked, line, line.quantity - (line.accepted ?? 0n)))
          .filter(({ quantity }) => quantity > 0)
        const data = {
          ...namedIn(open),
          restocked: input.restock,
          lines: lines.flatMap((line, at) => returnedData(locked, line, parts[at])),
          ...(refused.length > 0 && { refused }),
          credit: creditData(amount),
        }
        await emit(tx, OrderReturned, orderEvent(order, locked.now, data))
        const accepted = lines
          .map((line) => ({ ...line, quantity: line.accepted ?? 0n }))
          .filter(({ quantity }) => quantity > 0n)
        const facts = { restocked: input.restock }
        const supplierEvents = returnToSupplier(locked, order, open, accepted, facts)
        await emitAll(tx, SupplierOrderReturnAccepted, supplierEvents)
      },
    }
  })
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** The return, if it is the supplier's and is not decided yet. */
async function openReturn(
  tx: Tx,
  { order, party }: OrderInStep,
  returnId: string,
): Promise<Return> {
  const returns = await listReturns(tx, order.companyId, order.id)
  const found = returns.find(({ id }) => id === returnId)
  const isTheirs = party.isOperator || found?.supplierCompanyId === party.supplierId
  if (found && !isTheirs && party.isBuyer) throw fail('not_the_supplier')
  if (!found || !isTheirs) throw fail('return_not_found', { returnId })
  if (found.state === 'ACCEPTED' || found.state === 'REFUSED') throw failAlreadyDecided(found)
  return found
}

/** How events and the timeline name a return. */
function namedIn({ id, number }: Return) {
  return { returnId: id, returnNumber: number }
}

function failAlreadyDecided({ id, state }: Return) {
  return fail('return_already_decided', { returnId: id, state })
}

async function save(tx: Tx, order: Order, from: Return, next: Return): Promise<void> {
  if (!(await saveReturn(tx, order, from.state, next))) throw failAlreadyDecided(from)
}

function acceptedOf(open: Return, named: readonly Pieces[] | undefined): ReturnLine[] {
  if (!named) return open.lines.map((line) => ({ ...line, accepted: line.quantity }))
  const acceptedOf = new Map(named.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  if (acceptedOf.size < named.length) throw fail('line_repeated')
  const requestedOf = new Map(open.lines.map((line) => [line.lineNumber, line.quantity]))
  for (const { lineNumber, quantity } of named) {
    const requested = requestedOf.get(lineNumber)
    if (requested === undefined) throw fail('line_not_found', { lineNumber })
    if (quantity > requested)
      throw fail('accepted_exceeds_requested', { lineNumber, requested: numberOf(requested) })
  }
  return open.lines.map((line) => ({ ...line, accepted: acceptedOf.get(line.lineNumber) ?? 0n }))
}

/** Pieces that were asked back and are not accepted can be returned again. */
function takenBack(locked: OrderInStep, lines: readonly ReturnLine[]): CreditedPieces {
  const freed = lines.map((line) =>
    addRequested(lineOf(locked, line), (line.accepted ?? 0n) - line.quantity, line.reason),
  )
  const pieces = lines.map(({ lineNumber, accepted = 0n }) => ({ lineNumber, quantity: accepted }))
  const rest = { order: locked.order, lines: replaceLines(locked.lines, freed) }
  return creditPieces(rest, pieces, 'RETURNED')
}

function restockPieces(
  { products }: FulfilmentDeps,
  tx: Tx,
  locked: OrderInStep,
  lines: readonly ReturnLine[],
): Promise<void> {
  const back = lines
    .filter(({ reason, accepted = 0n }) => reason !== 'MISSING' && accepted > 0n)
    .map((line) => ({ productId: lineOf(locked, line).productId, quantity: line.accepted ?? 0n }))
  return products.restockCommitted(tx, back)
}

function returnedData(
  locked: OrderInStep,
  line: ReturnLine,
  part: CreditedPieces['parts'][number] | undefined,
) {
  const picked = { line: lineOf(locked, line), quantity: line.accepted ?? 0n }
  if (picked.quantity === 0n) return []
  const tax = picked.line.tax && part && { tax: creditData(part.tax) }
  return [{ ...reducedData(picked, part?.reduction), ...tax, reason: line.reason }]
}

/** The data of returned pieces of a line. */
function requestedData(locked: OrderInStep, line: ReturnLine, quantity: Quantity) {
  return { ...lineData({ line: lineOf(locked, line), quantity }), reason: line.reason }
}

function lineOf({ lines }: OrderInStep, { lineNumber }: ReturnLine): LineProgress {
  const line = lines.find((one) => one.lineNumber === lineNumber)
  assert(line, `line ${lineNumber} of a return is gone`)
  return line
}
