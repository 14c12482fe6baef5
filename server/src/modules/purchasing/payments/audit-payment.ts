import type { Actor } from '#kernel/actor'
import { decimalOf, type Money } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import type { Payment } from './payment.ts'

/** The audit log records who asked for money to move. The ledger records what became of it. */
export function auditPayment(
  tx: Tx,
  { companyId, id, method }: Payment,
  movement: {
    readonly what: 'capture' | 'void' | 'refund'
    readonly actor: Actor | undefined
    readonly amount?: Money
    readonly refundId?: string
    readonly now: Date
  },
): void {
  const { what, actor, amount, refundId, now } = movement
  recordAudit(tx, {
    companyId,
    actor,
    action: `payments.${what}_requested`,
    target: { type: 'payment', id },
    outcome: 'done',
    details: {
      method,
      ...(amount && { amount: decimalOf(amount), currency: amount.currency }),
      ...(refundId !== undefined && { refundId }),
    },
    now,
  })
}
