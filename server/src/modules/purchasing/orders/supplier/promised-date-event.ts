import { Type } from 'typebox'
import { record } from '#kernel/record'
import { defineEvent } from '#platform/outbox'
import { facts, LineData, orderData } from '../fulfilment/fulfilment-events.ts'
import { orderExample } from '../order-example.ts'

const { order, line } = orderExample

export const OrderPromisedDateChanged = defineEvent({
  ...facts,
  type: 'order.promised_date_changed',
  data: Type.Object(
    {
      ...orderData,
      lines: Type.Array(
        record('PromisedOrderEventLine', 'A line, and the day on which it shall arrive.', {
          ...LineData.properties,
          promisedDate: Type.String({ format: 'date' }),
          promisedBefore: Type.Optional(
            Type.String({
              format: 'date',
              description: 'The earlier promise. Absent if this is the first.',
            }),
          ),
          requestedDate: Type.Optional(
            Type.String({ format: 'date', description: 'The day that the buyer requested.' }),
          ),
        }),
      ),
    },
    { description: 'A supplier promised a day of arrival, or another one than before.' },
  ),
  example: {
    ...order,
    state: 'CONFIRMED',
    lines: [{ ...line, promisedDate: '2026-01-16', requestedDate: '2026-01-12' }],
  },
})
