import type { Actor } from '#kernel/actor'
import { numberOf, type Quantity, sumOfQuantities } from '#kernel/quantity'
import { emit, emitAll } from '#platform/outbox'
import { fail } from '../failures.ts'
import type { Shipment, ShipmentLine } from '../order.ts'
import type { Party } from '../party.ts'
import { SupplierOrderDelivered } from '../supplier/supplier-events.ts'
import { toSuppliers } from '../supplier/to-suppliers.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { lineData, OrderDelivered, orderEvent } from './fulfilment-events.ts'
import type { LineProgress } from './line-progress.ts'
import { assertWholeIfCounted } from './pick-lines.ts'
import { listShipments, markDelivered } from './shipment-store.ts'
import { type StepRequest, takeStep } from './take-step.ts'

export type NotedLine = {
  readonly lineNumber: number
  readonly damaged?: Quantity | undefined
  readonly missing?: Quantity | undefined
}

export type DeliveryInput = StepRequest & {
  readonly shipmentId: string
  /** Lines with damaged or missing pieces. All other lines arrived whole. */
  readonly lines?: readonly NotedLine[] | undefined
  readonly note?: string | undefined
}

/**
 * The buyer or the supplier records once that a shipment has arrived. Damaged pieces have arrived and can be returned;
 * missing pieces can be claimed.
 */
export function noteDelivery(deps: FulfilmentDeps, actor: Actor, input: DeliveryInput) {
  return takeStep(deps, actor, input, 'stp', async (tx, { order, lines, party, now }) => {
    const shipments = await listShipments(tx, order.companyId, order.id)
    const shipment = shipments.find(({ id }) => id === input.shipmentId)
    if (!shipment || !mayNote(party, shipment)) {
      throw fail('shipment_not_found', { shipmentId: input.shipmentId })
    }
    if (shipment.deliveredAt) {
      throw fail('shipment_already_delivered', { shipmentId: shipment.id })
    }
    const arrived = arrivedWith(shipment, input, now)
    const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
    const lineOf = ({ lineNumber }: ShipmentLine) => byNumber.get(lineNumber) as LineProgress
    for (const part of arrived.lines) {
      assertWholeIfCounted(lineOf(part), part.damaged)
      assertWholeIfCounted(lineOf(part), part.missing)
    }
    return {
      kind: 'DELIVERED',
      changed: arrived.lines.map((part) => deliveredPart(lineOf(part), part)),
      details: {
        shipmentId: shipment.id,
        damaged: numberOf(sumOfQuantities(arrived.lines.map(({ damaged }) => damaged))),
        missing: numberOf(sumOfQuantities(arrived.lines.map(({ missing }) => missing))),
      },
      record: async (delivered) => {
        if (!(await markDelivered(tx, order, arrived))) {
          throw fail('shipment_already_delivered', { shipmentId: shipment.id })
        }
        const data = arrived.lines.map((part) => {
          const { damaged, missing } = part
          const line = lineData({ line: lineOf(part), quantity: part.quantity })
          return { ...line, damaged: numberOf(damaged), missing: numberOf(missing) }
        })
        const facts = { shipmentId: shipment.id, lines: data }
        await emit(tx, OrderDelivered, orderEvent(delivered, now, facts))
        const supplierEvents = toSuppliers(delivered, data, now, {
          supplierOf: () => shipment.supplierCompanyId,
          poNumberIn: ({ lineNumber }) => byNumber.get(lineNumber)?.poNumber,
          dataOf: () => facts,
        })
        await emitAll(tx, SupplierOrderDelivered, supplierEvents)
      },
    }
  })
}

function mayNote({ isBuyer, isOperator, supplierId }: Party, shipment: Shipment): boolean {
  return isBuyer || isOperator || shipment.supplierCompanyId === supplierId
}

function arrivedWith(shipment: Shipment, { lines = [], note }: DeliveryInput, now: Date): Shipment {
  const noted = new Map(lines.map((line) => [line.lineNumber, line]))
  if (noted.size < lines.length) throw fail('line_repeated')
  const shippedLines = new Set(shipment.lines.map(({ lineNumber }) => lineNumber))
  const stranger = lines.find(({ lineNumber }) => !shippedLines.has(lineNumber))
  if (stranger) throw fail('line_not_found', { lineNumber: stranger.lineNumber })
  return {
    ...shipment,
    deliveredAt: now,
    deliveryNote: note,
    lines: shipment.lines.map((line) => {
      const { damaged = 0n, missing = 0n } = noted.get(line.lineNumber) ?? {}
      if (damaged + missing > line.quantity) {
        throw fail('noted_exceeds_shipped', {
          lineNumber: line.lineNumber,
          shipped: numberOf(line.quantity),
        })
      }
      return { ...line, damaged, missing }
    }),
  }
}

function deliveredPart(line: LineProgress, { quantity, missing }: ShipmentLine): LineProgress {
  return {
    ...line,
    delivered: line.delivered + quantity - missing,
    missing: line.missing + missing,
  }
}
