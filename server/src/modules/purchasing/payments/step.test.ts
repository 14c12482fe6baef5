import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import {
  capturableAmount,
  hasEnded,
  type Payment,
  paymentOutcomeOf,
  paymentStates,
  refundableAmount,
} from './payment.ts'
import {
  authorizeStep,
  captureStep,
  disputeStep,
  dropRefundStep,
  failStep,
  handOverStep,
  payOutStep,
  releaseStep,
  reserveRefundStep,
  returnChargeStep,
  type Step,
  settleRefundStep,
  voidStep,
} from './step.ts'

const at = new Date('2026-11-21T10:00:00Z')
const eur = (minor: number) => money(BigInt(minor), 'EUR')

/** A payment of 100 euros in cents, and nothing has happened to it. */
const initiated: Payment = {
  id: 'pay_1',
  companyId: 'co_1',
  payerId: 'usr_1',
  checkoutId: 'chk_1',
  orderId: null,
  method: 'card',
  provider: 'sandbox',
  captureMethod: 'manual',
  state: 'INITIATED',
  amount: eur(100),
  authorized: eur(0),
  captured: eur(0),
  voided: eur(0),
  refunded: eur(0),
  refunding: eur(0),
  paidOut: eur(0),
  chargedBack: eur(0),
  createdAt: at,
  expiresAt: at,
  version: 1,
}
const held = authorizeStep(initiated).next
const paid = captureStep(held, eur(100)).next

describe('a payment that is handed over', () => {
  it('has the reference of the provider, and an address if there is one', () => {
    const pending = { ...initiated, state: 'PENDING', providerReference: 'pi_1' }
    expect(handOverStep(initiated, { reference: 'pi_1' })).toEqual({ next: pending, entries: [] })
    const redirectUrl = 'https://pay.example'
    expect(handOverStep(initiated, { reference: 'pi_1', redirectUrl })).toEqual({
      next: { ...pending, redirectUrl },
      entries: [],
    })
    expect('redirectUrl' in handOverStep(initiated, { reference: 'pi_1' }).next).toBe(false)
  })
})

describe('an authorisation', () => {
  it('holds the whole amount', () => {
    expect(authorizeStep(initiated)).toEqual({
      next: { ...initiated, state: 'AUTHORIZED', authorized: eur(100) },
      entries: [{ kind: 'AUTHORIZED', amount: eur(100) }],
      event: { what: 'authorized', amount: eur(100) },
    })
  })

  it('is released in parts, and never to nothing', () => {
    expect(releaseStep(held, eur(99))).toEqual({
      next: { ...held, voided: eur(99) },
      entries: [{ kind: 'VOIDED', amount: eur(99) }],
    })
    for (const amount of [0, -1, 100]) expect(() => releaseStep(held, eur(amount))).toThrow()
  })
})

describe('a capture', () => {
  it('of the whole amount', () => {
    expect(captureStep(held, eur(100))).toEqual({
      next: { ...held, state: 'SUCCEEDED', captured: eur(100), voided: eur(0) },
      entries: [{ kind: 'CAPTURED', amount: eur(100) }],
      event: { what: 'succeeded', amount: eur(100) },
    })
  })

  it('of a part releases the rest', () => {
    expect(captureStep(held, eur(60))).toMatchObject({
      next: { captured: eur(60), voided: eur(40) },
      entries: [
        { kind: 'CAPTURED', amount: eur(60) },
        { kind: 'VOIDED', amount: eur(40) },
      ],
    })
  })

  it('of a hold that nobody booked books it too', () => {
    expect(captureStep(initiated, eur(100))).toMatchObject({
      next: { authorized: eur(100), captured: eur(100) },
      entries: [
        { kind: 'AUTHORIZED', amount: eur(100) },
        { kind: 'CAPTURED', amount: eur(100) },
      ],
    })
  })

  it('after a part was released takes what is left', () => {
    const left = releaseStep(held, eur(40)).next
    expect(captureStep(left, eur(60))).toMatchObject({
      next: { captured: eur(60), voided: eur(40) },
      entries: [{ kind: 'CAPTURED', amount: eur(60) }],
    })
  })

  it('of more than is left after a release undoes that part of the release', () => {
    const left = releaseStep(held, eur(40)).next
    expect(captureStep(left, eur(61))).toMatchObject({
      next: { captured: eur(61), voided: eur(39) },
      entries: [
        { kind: 'REINSTATED', amount: eur(1) },
        { kind: 'CAPTURED', amount: eur(61) },
      ],
    })
    expect(() => captureStep(left, eur(101))).toThrow()
  })

  it('of a payment that had ended undoes the release, and says so', () => {
    const dead = voidStep(held, 'expired').next
    const step = captureStep(dead, eur(70))
    expect(step).toMatchObject({
      next: { state: 'SUCCEEDED', captured: eur(70), voided: eur(30) },
      entries: [
        { kind: 'REINSTATED', amount: eur(70) },
        { kind: 'CAPTURED', amount: eur(70) },
      ],
      event: { what: 'succeeded', amount: eur(70), reason: 'captured_after_end' },
    })
    expect('failureReason' in step.next).toBe(false)
  })

  it('never takes nothing, or more than there is', () => {
    for (const amount of [0, -1, 101]) expect(() => captureStep(held, eur(amount))).toThrow()
    expect(() => captureStep(failStep(held, 'refused').next, eur(101))).toThrow()
  })
})

describe('the end without money', () => {
  it('releases what was held', () => {
    expect(failStep(held, 'refused')).toEqual({
      next: { ...held, state: 'FAILED', voided: eur(100), failureReason: 'refused' },
      entries: [{ kind: 'VOIDED', amount: eur(100) }],
      event: { what: 'failed', amount: eur(100), reason: 'refused' },
    })
    expect(voidStep(held, 'expired')).toMatchObject({
      next: { state: 'VOIDED', failureReason: 'expired' },
      event: { what: 'voided', amount: eur(100), reason: 'expired' },
    })
  })

  it('books nothing when nothing was held', () => {
    expect(voidStep(initiated, 'expired').entries).toEqual([])
  })
})

describe('a refund', () => {
  const refund = { id: 'rfd_1', amount: eur(30) }

  it('is promised, and no other refund gets the same money', () => {
    const promised = reserveRefundStep(paid, eur(30))
    expect(promised).toEqual({ next: { ...paid, refunding: eur(30) }, entries: [] })
    expect(reserveRefundStep(promised.next, eur(70)).next.refunding).toEqual(eur(100))
    expect(() => reserveRefundStep(promised.next, eur(71))).toThrow()
    for (const amount of [0, -1]) expect(() => reserveRefundStep(paid, eur(amount))).toThrow()
  })

  it('is withdrawn when the provider refuses it', () => {
    expect(dropRefundStep(reserveRefundStep(paid, eur(30)).next, eur(30))).toEqual({
      next: paid,
      entries: [],
    })
  })

  it('in part, and then of the rest', () => {
    const part = settleRefundStep(reserveRefundStep(paid, eur(30)).next, refund)
    expect(part).toEqual({
      next: { ...paid, state: 'PARTIALLY_REFUNDED', refunded: eur(30) },
      entries: [{ kind: 'REFUNDED', amount: eur(30), refundId: 'rfd_1' }],
      event: { what: 'refunded', amount: eur(30) },
    })
    const rest = { id: 'rfd_2', amount: eur(70), reason: 'damaged' }
    expect(settleRefundStep(reserveRefundStep(part.next, eur(70)).next, rest)).toMatchObject({
      next: { state: 'REFUNDED', refunded: eur(100), refunding: eur(0) },
      event: { reason: 'damaged' },
    })
  })

  it('outside of the provider has an entry of its own', () => {
    expect(payOutStep(paid, refund)).toEqual({
      next: { ...paid, state: 'PARTIALLY_REFUNDED', paidOut: eur(30) },
      entries: [{ kind: 'PAID_OUT', amount: eur(30), refundId: 'rfd_1' }],
      event: { what: 'refunded', amount: eur(30), reason: 'paid_otherwise' },
    })
    for (const amount of [0, 101]) {
      expect(() => payOutStep(paid, { id: 'rfd_1', amount: eur(amount) })).toThrow()
    }
    expect(payOutStep(paid, { id: 'rfd_1', amount: eur(100) }).next.state).toBe('REFUNDED')
  })
})

describe('a dispute', () => {
  const of = (state: 'OPEN' | 'WON' | 'LOST', amount = eur(40)): Step =>
    disputeStep(paid, { state, amount, reason: 'fraudulent' })

  it('moves money only when it is lost', () => {
    expect(of('OPEN')).toEqual({
      next: paid,
      entries: [],
      event: { what: 'disputed', amount: eur(40), reason: 'fraudulent' },
    })
    expect(of('WON')).toEqual({
      next: paid,
      entries: [],
      event: { what: 'dispute_closed', amount: eur(40), reason: 'won' },
    })
    expect(of('LOST')).toEqual({
      next: { ...paid, state: 'PARTIALLY_REFUNDED', chargedBack: eur(40) },
      entries: [{ kind: 'CHARGED_BACK', amount: eur(40) }],
      event: { what: 'dispute_closed', amount: eur(40), reason: 'lost' },
    })
  })

  it('may take back money that was refunded', () => {
    const refunded = payOutStep(paid, { id: 'rfd_1', amount: eur(100) }).next
    const lost = disputeStep(refunded, {
      state: 'LOST',
      amount: eur(40),
      reason: 'fraudulent',
    }).next
    expect(lost.state).toBe('REFUNDED')
    expect(refundableAmount(lost)).toEqual(eur(0))
  })

  it('is decided again, in our favour', () => {
    const lost = of('LOST').next
    expect(returnChargeStep(lost, eur(40))).toEqual({
      next: paid,
      entries: [{ kind: 'CHARGE_RETURNED', amount: eur(40) }],
      event: { what: 'dispute_closed', amount: eur(40), reason: 'returned' },
    })
    expect(returnChargeStep(lost, eur(39)).next).toMatchObject({
      state: 'PARTIALLY_REFUNDED',
      chargedBack: eur(1),
    })
    for (const amount of [0, 41]) expect(() => returnChargeStep(lost, eur(amount))).toThrow()
  })
})

describe('what is left of a payment', () => {
  it('to capture: what is held', () => {
    const left = { ...held, voided: eur(30), captured: eur(20) }
    expect(capturableAmount(left)).toEqual(eur(50))
  })

  it('to refund: what was captured, without what went back or is promised', () => {
    const left = {
      ...paid,
      refunded: eur(1),
      refunding: eur(2),
      paidOut: eur(4),
      chargedBack: eur(8),
    }
    expect(refundableAmount(left)).toEqual(eur(85))
  })

  it('is nothing but refunds after its end', () => {
    expect(paymentStates.filter((state) => !hasEnded({ ...paid, state }))).toEqual([
      'INITIATED',
      'PENDING',
      'AUTHORIZED',
    ])
  })
  it.each([
    ['INITIATED', 'undecided'],
    ['PENDING', 'undecided'],
    ['AUTHORIZED', 'secured'],
    ['SUCCEEDED', 'secured'],
    ['PARTIALLY_REFUNDED', 'secured'],
    ['FAILED', 'lost'],
    ['VOIDED', 'lost'],
    ['REFUNDED', 'lost'],
  ] as const)('that is %s: its purchase is %s', (state, outcome) => {
    expect(paymentOutcomeOf({ state })).toBe(outcome)
  })
})
