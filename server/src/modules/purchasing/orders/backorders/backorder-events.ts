import { Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { defineEvent } from '#platform/outbox'
import { facts, LineData, orderData } from '../fulfilment/fulfilment-events.ts'
import { orderExample } from '../order-example.ts'
import { suppliedData, suppliedExample } from '../supplier/supplier-events.ts'

const ServedLine = record('ServedOrderEventLine', 'A line, and how much of it has its stock now.', {
  ...LineData.properties,
  waiting: quantitySchema({ minimum: 0, description: 'The part that still waits for stock.' }),
})

const { order, line } = orderExample
const lines = [{ ...line, waiting: 0 }]

export const OrderBackorderServed = defineEvent({
  ...facts,
  type: 'order.backorder_served',
  data: Type.Object(
    { ...orderData, lines: Type.Array(ServedLine) },
    { description: 'Stock has arrived for lines that waited for it. The supplier can ship them.' },
  ),
  example: { ...order, state: 'PLACED', lines },
})

export const SupplierOrderBackorderServed = defineEvent({
  ...facts,
  type: 'supplier_order.backorder_served',
  data: Type.Object(
    { ...suppliedData, lines: Type.Array(ServedLine) },
    {
      description: 'Your stock covers lines that waited for it. These goods are sold: ship them.',
    },
  ),
  example: { ...suppliedExample, state: 'PLACED', lines },
})

export const backorderEvents = [OrderBackorderServed, SupplierOrderBackorderServed]
