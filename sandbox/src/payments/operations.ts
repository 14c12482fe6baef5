import { createHash } from 'node:crypto'
import { amountOf, placesOf, unitsOf } from './amounts.ts'
import type { Book, Change } from './book.ts'
import {
  amountIn,
  type EventType,
  type Intent,
  leftToRefund,
  type Refund,
  readUnits,
  sandboxId,
  unitsIn,
} from './intent.ts'

/** An error of the provider. The answer shows code, message and, where there is one, the intent. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly intent: Intent | undefined

  constructor(status: number, code: string, message: string, intent?: Intent) {
    super(message)
    this.status = status
    this.code = code
    this.intent = intent
  }
}

type Step<T> = { readonly changes: readonly Change[]; readonly result: T }

export type IntentRequest = {
  readonly merchantReference: string
  readonly merchantName?: string
  readonly description?: string
  readonly amount: string
  readonly currency: string
  readonly captureMethod?: 'automatic' | 'manual'
  readonly returnUrl?: string
  readonly expiresAt: string
}

/** The same key returns the same intent, however often and from however many callers. */
export function createIntent(book: Book, key: string, request: IntentRequest, now: Date) {
  return book.decide((): Step<Intent> => {
    const usedFor = resultOfKey(book, key, 'intent', request)
    if (usedFor) return stepWithoutChange(getIntent(book, usedFor))
    const intent = newIntent(request, now)
    return { changes: [{ intent, key: keyOf(key, 'intent', request, intent.id) }], result: intent }
  })
}

/** Refuses an intent that has ended in another state, and returns it, so that the caller learns its state. */
export function cancelIntent(book: Book, id: string) {
  return book.decide((): Step<Intent> => {
    const intent = getIntent(book, id)
    if (intent.state === 'CANCELLED') return stepWithoutChange(intent)
    if (intent.state !== 'REQUIRES_PAYMENT' && intent.state !== 'AUTHORIZED') {
      throw new Refused(409, 'intent_not_cancellable', 'The intent has already ended.', intent)
    }
    return stepWithChange({ ...intent, state: 'CANCELLED' }, 'intent.cancelled')
  })
}

/** Expires an intent that nobody has paid yet, as its timeout would. */
export function expireIntent(book: Book, id: string) {
  return book.decide((): Step<Intent> => {
    const intent = getIntent(book, id)
    if (intent.state !== 'REQUIRES_PAYMENT') {
      throw new Refused(409, 'intent_not_open', 'Only an open intent can expire.', intent)
    }
    return stepWithChange(
      { ...intent, state: 'EXPIRED', failureReason: 'expired' },
      'intent.expired',
    )
  })
}

/** Captures an intent once, all of it or less. The rest of the amount is released. */
export function captureIntent(book: Book, id: string, key: string, amount: string | undefined) {
  return book.decide((): Step<Intent> => {
    const intent = getIntent(book, id)
    const request = { id, amount }
    if (resultOfKey(book, key, 'capture', request)) return stepWithoutChange(intent)
    if (intent.state !== 'AUTHORIZED') {
      throw new Refused(409, 'intent_not_capturable', 'The intent is not authorised.', intent)
    }
    const captured = amount ?? intent.amount
    assertAmount(captured, intent.amount, intent)
    const next: Intent = {
      ...intent,
      state: 'SUCCEEDED',
      captured: amountIn(intent, readUnits(intent, captured)),
    }
    return {
      changes: [
        { intent: next, key: keyOf(key, 'capture', request, id), announce: 'intent.succeeded' },
      ],
      result: next,
    }
  })
}

/**
 * For tests: captures an intent that was cancelled, failed or expired, as a bank does when two messages cross. Other intents do
 * not change.
 */
export function captureLate(book: Book, merchantReference: string) {
  return book.decide((): Step<undefined> => {
    const dead = book
      .intents()
      .filter((intent) => intent.merchantReference === merchantReference && isDead(intent))
    const changes = dead.map(
      ({ failureReason: _, ...intent }): Change => ({
        intent: { ...intent, state: 'SUCCEEDED', captured: intent.amount },
        announce: 'intent.succeeded',
      }),
    )
    return { changes, result: undefined }
  })
}

function isDead({ state }: Intent): boolean {
  return state === 'CANCELLED' || state === 'FAILED' || state === 'EXPIRED'
}

export type RefundRequest = {
  readonly amount: string
  readonly merchantReference?: string
}

export function refundIntent(
  book: Book,
  id: string,
  key: string,
  request: RefundRequest,
  now: Date,
) {
  return book.decide((): Step<Refund> => {
    const intent = getIntent(book, id)
    const content = { id, ...request }
    const usedFor = resultOfKey(book, key, 'refund', content)
    if (usedFor) return stepWithoutChange(getRefund(book, usedFor))
    if (intent.state !== 'SUCCEEDED') {
      throw new Refused(
        409,
        'intent_not_refundable',
        'Nothing was captured for this intent.',
        intent,
      )
    }
    if (intent.dispute && intent.dispute.status !== 'won') {
      throw new Refused(
        422,
        'charge_disputed',
        'The charge is disputed, and the bank decides.',
        intent,
      )
    }
    assertAmount(request.amount, leftToRefund(intent), intent)
    const refund = newRefund(intent, request, now)
    const refunded = amountIn(
      intent,
      readUnits(intent, intent.refunded) + readUnits(intent, refund.amount),
    )
    return {
      changes: [
        {
          intent: { ...intent, refunded },
          refund,
          key: keyOf(key, 'refund', content, refund.id),
          announce: 'refund.succeeded',
        },
      ],
      result: refund,
    }
  })
}

/** Applies what the payer decided on the hosted page. An intent that has ended does not change. */
export function settleIntent(book: Book, id: string, choice: 'pay' | 'decline', now: Date) {
  return book.decide((): Step<Intent> => {
    const intent = getIntent(book, id)
    if (intent.state !== 'REQUIRES_PAYMENT' || new Date(intent.expiresAt) <= now) {
      return stepWithoutChange(intent)
    }
    if (choice === 'decline') {
      const failed: Intent = { ...intent, state: 'FAILED', failureReason: 'declined' }
      return stepWithChange(failed, 'intent.failed')
    }
    return intent.captureMethod === 'manual'
      ? stepWithChange({ ...intent, state: 'AUTHORIZED' }, 'intent.authorized')
      : stepWithChange(
          { ...intent, state: 'SUCCEEDED', captured: intent.amount },
          'intent.succeeded',
        )
  })
}

export function getIntent(book: Book, id: string): Intent {
  const intent = book.intent(id)
  if (!intent) throw new Refused(404, 'intent_not_found', 'There is no such intent.')
  return intent
}

function getRefund(book: Book, id: string): Refund {
  const refund = book.refund(id)
  if (!refund) throw new Refused(404, 'refund_not_found', 'There is no such refund.')
  return refund
}

function newIntent(request: IntentRequest, now: Date): Intent {
  const { amount, currency, merchantName, captureMethod, ...rest } = request
  const places = placesOf(amount)
  if (places === undefined || unitsOf(amount, places) === 0n || !/^[A-Z]{3}$/.test(currency)) {
    throw new Refused(422, 'amount_invalid', 'The amount is not a positive amount of a currency.')
  }
  if (!(new Date(request.expiresAt) > now)) {
    throw new Refused(422, 'expiry_invalid', 'The intent would expire before it begins.')
  }
  const zero = amountOf(0n, places)
  return {
    ...rest,
    id: sandboxId('int'),
    state: 'REQUIRES_PAYMENT',
    merchantName: merchantName ?? 'The merchant',
    captureMethod: captureMethod ?? 'automatic',
    amount,
    captured: zero,
    refunded: zero,
    currency,
    createdAt: now.toISOString(),
  }
}

function newRefund(intent: Intent, request: RefundRequest, now: Date): Refund {
  return {
    id: sandboxId('rfd'),
    intentId: intent.id,
    merchantReference: request.merchantReference ?? '',
    state: 'SUCCEEDED',
    amount: amountIn(intent, readUnits(intent, request.amount)),
    currency: intent.currency,
    createdAt: now.toISOString(),
  }
}

function assertAmount(amount: string, most: string, intent: Intent): void {
  const units = unitsIn(intent, amount)
  if (!units || units > readUnits(intent, most)) {
    throw new Refused(422, 'amount_invalid', `The amount must be above 0 and at most ${most}.`)
  }
}

/** Refuses a key that was used for another request. */
function resultOfKey(book: Book, key: string, operation: string, content: unknown) {
  const used = book.usedKey(key)
  if (!used) return undefined
  if (used.fingerprint !== fingerprint(operation, content)) {
    throw new Refused(422, 'idempotency_key_reused', 'The key was used for another request.')
  }
  return used.resultId
}

function keyOf(key: string, operation: string, content: unknown, resultId: string) {
  return { key, used: { fingerprint: fingerprint(operation, content), resultId } }
}

/** A repeated request has the same fields in the same order. */
function fingerprint(operation: string, content: unknown): string {
  return createHash('sha256').update(JSON.stringify({ operation, content })).digest('hex')
}

const stepWithoutChange = <T>(result: T): Step<T> => ({ changes: [], result })

const stepWithChange = (intent: Intent, announce: EventType): Step<Intent> => ({
  changes: [{ intent, announce }],
  result: intent,
})
