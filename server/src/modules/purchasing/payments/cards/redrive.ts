import { after, secondsMs } from '#kernel/time'
import { finish, type Lease, type Queue, workOn } from '#platform/leases'
import type { Deps } from '../deps.ts'
import type { Payment, Refund } from '../payment.ts'
import { toPayment } from '../payment-store.ts'
import { driveRefund } from '../refunds/drive-refund.ts'
import { refundQueue, toRefund } from '../refunds/refund-store.ts'
import type { PaymentRow, RefundRow } from '../tables.ts'
import { refreshPayment } from './refresh-payment.ts'

/** Asks until the provider returns a final state. */
export const paymentQueue: Queue = {
  table: 'payments.payments',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING', 'AUTHORIZED'],
  leaseSeconds: 60,
  poison: { is: 'retried_slowly' },
}

const batchMax = 10
const waitSecondsMax = 900
/** A held payment waits for people, who may take days. */
const heldWaitSecondsMax = 14_400

/**
 * Finishes refunds that a crash or a silent provider left. Running one twice is harmless: its id is the provider's
 * idempotency key. Returns how many refunds it took.
 */
export async function redriveRefunds(deps: Deps): Promise<number> {
  return workOn<RefundRow>(deps, refundQueue, batchMax, (rows, lease) =>
    Promise.all(rows.map((row) => redriveRefund(deps, toRefund(row), lease))),
  )
}

async function redriveRefund(deps: Deps, refund: Refund, lease: Lease): Promise<void> {
  const ended = await driveRefund(deps, refund).catch((error: unknown) => {
    deps.log.error(
      { err: error, refundId: refund.id },
      'A refund could not be continued. A worker retries it.',
    )
    return refund
  })
  if (ended.state !== 'PENDING') return
  const key = { company_id: refund.companyId, id: refund.id }
  const availableAt = nextTry(deps.now(), refund.attempts)
  await finish(deps.database.pool, refundQueue, lease, [key], { availableAt })
}

/** Asks providers about payments whose event should have come by now. Asking twice changes nothing. */
export async function checkPayments(deps: Deps): Promise<number> {
  return workOn<PaymentRow>(deps, paymentQueue, batchMax, (rows, lease) =>
    Promise.all(rows.map((row) => checkPayment(deps, toPayment(row), row.attempts, lease))),
  )
}

async function checkPayment(
  deps: Deps,
  payment: Payment,
  attempts: number,
  lease: Lease,
): Promise<void> {
  const { companyId, id } = payment
  await refreshPayment(deps, companyId, id).catch((error: unknown) => {
    deps.log.warn({ err: error, paymentId: id }, 'A payment could not be looked up.')
  })
  // If the answer ended the payment, its lease and schedule are gone and this changes nothing.
  const availableAt = nextCheck(payment, deps.now(), attempts)
  const key = { company_id: companyId, id }
  await finish(deps.database.pool, paymentQueue, lease, [key], { availableAt })
}

/** Never long after the payer's deadline, so that those who wait for the outcome get it soon. */
function nextCheck({ expiresAt, state }: Payment, now: Date, attempts: number): Date {
  const usual = nextTry(now, attempts, state === 'AUTHORIZED' ? heldWaitSecondsMax : undefined)
  return expiresAt && expiresAt > now && expiresAt < usual ? after(expiresAt, secondsMs(1)) : usual
}

function nextTry(now: Date, attempts: number, secondsMax = waitSecondsMax): Date {
  return after(now, secondsMs(Math.min(15 * 2 ** Math.min(attempts, 10), secondsMax)))
}
