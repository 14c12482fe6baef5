import { randomUUID } from 'node:crypto'
import type { Payment } from '../payment.ts'

export type Wire = Readonly<Record<string, unknown>>

/** An event as the sandbox's provider sends it. */
export function anEvent(payment: Payment, type: string, intent: Wire, refund?: Wire) {
  const facts = {
    id: payment.providerReference ?? 'int_unheard_of',
    merchantReference: payment.id,
    amount: '100.00',
    captured: '0.00',
    refunded: '0.00',
    currency: 'EUR',
  }
  return {
    id: randomUUID(),
    type,
    data: { intent: { ...facts, ...intent }, ...(refund && { refund }) },
  }
}
