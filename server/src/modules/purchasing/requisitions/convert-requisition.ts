import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { decimalOf } from '#kernel/money'
import type { Checkout } from '#modules/checkout'
import type { Address } from '#modules/orders'
import { undividedReferencesOf } from '#modules/orders/line-references'
import type { Tx } from '#platform/db'
import {
  assertState,
  type ChangeDeps,
  lockReadable,
  readRequisition,
} from './change-requisitions.ts'
import { fail } from './failures.ts'
import { listLines } from './line-store.ts'
import { moveRequisition, moveToOrdered } from './move-requisitions.ts'
import type { MoneyText } from './read-input.ts'
import {
  isWithBuyers,
  productToOrder,
  type Requisition,
  type RequisitionLine,
} from './requisition.ts'

export type ConvertInput = {
  /** Default: the address of the requisition. */
  readonly shipTo?: Address | undefined
  readonly billTo?: Address | undefined
  /** Default: the day on which the requisition is needed. */
  readonly requestedDate?: string | undefined
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  readonly note?: string | undefined
  readonly currency?: string | undefined
  /** The total that the buyer saw and accepted. */
  readonly acceptedTotal?: MoneyText | undefined
}

export type ConvertDeps = ChangeDeps & { readonly checkout: Pick<Checkout, 'placeOrder'> }

/**
 * Orders the lines on net terms, by the rules of every order. The transaction that makes the order also moves the
 * requisition, which it has locked: two converts at once, and a repeat after a crash, make one order.
 */
export async function convertRequisition(
  deps: ConvertDeps,
  actor: Actor,
  requisitionId: string,
  input: ConvertInput,
): Promise<Requisition> {
  const requisition = await readRequisition(deps.database.pool, actor, requisitionId)
  if (requisition.order) return requisition
  assertState(requisition, isWithBuyers)
  const lines = await listLines(deps.database.pool, requisition)
  const { neededBy, version } = requisition
  const { requestedDate = neededBy, shipTo = requisition.shipTo } = input
  if (!shipTo) throw fail('address_required')
  const order = {
    ...input,
    shipTo,
    requestedDate,
    lines: linesToOrder(lines),
    payment: { method: 'invoice' as const },
    idempotency: undefined,
  }
  const now = deps.now()
  try {
    await deps.checkout.placeOrder(actor, {
      ...order,
      alongside: {
        requester: { id: requisition.requesterId, unitId: requisition.unitId },
        audited: { requisitionId },
        before: (tx) => lockForOrder(tx, actor, requisitionId, version),
        after: (tx, placed) => noteOrder(tx, actor, requisitionId, placed, now),
      },
    })
  } catch (error) {
    // Another request has converted it: its order is the order.
    if (!(error instanceof Converted)) throw error
  }
  return readRequisition(deps.database.pool, actor, requisitionId)
}

/** Ends a transaction that would make a second order. */
class Converted extends Error {}

function linesToOrder(lines: readonly RequisitionLine[]) {
  const lineIds = lines.filter((line) => productToOrder(line) === undefined).map(({ id }) => id)
  if (lineIds.length > 0) throw fail('lines_not_orderable', { lineIds })
  return lines.map((line) => {
    const productId = productToOrder(line)
    assert(productId !== undefined)
    const price = line.sourcing?.price
    return {
      productId,
      quantity: line.quantity,
      // Another price than the agreed one is refused: the supplier changes the price, or the buyer sources again.
      ...(price && { expectedUnitPrice: { amount: decimalOf(price), currency: price.currency } }),
      ...undividedReferencesOf(line),
    }
  })
}

async function lockForOrder(
  tx: Tx,
  actor: Actor,
  requisitionId: string,
  version: number,
): Promise<void> {
  const locked = await lockReadable(tx, actor, requisitionId)
  if (locked.order) throw new Converted()
  assertState(locked, isWithBuyers)
  if (locked.version !== version) {
    throw fail('version_conflict', { expected: version, current: locked.version })
  }
}

async function noteOrder(
  tx: Tx,
  actor: Actor,
  requisitionId: string,
  placed: { readonly id: string; readonly number: string; readonly state: string },
  now: Date,
): Promise<void> {
  const { id, number, state } = placed
  const locked = { ...(await lockReadable(tx, actor, requisitionId)), order: { id, number } }
  // The entry of the order names the requisition.
  const by = { actor, isAudited: true, now }
  if (state === 'PENDING_APPROVAL') {
    await moveRequisition(tx, locked, { to: 'IN_APPROVAL', ...by })
  } else {
    await moveToOrdered(tx, locked, by)
  }
}
