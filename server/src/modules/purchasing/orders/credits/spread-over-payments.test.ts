import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '#kernel/money'
import type { Payment } from '#modules/payments'
import type { Credit } from '../order.ts'
import { spreadCredit } from './spread-over-payments.ts'

const euro = (minor: number) => money(BigInt(minor), 'EUR')

it('takes from the oldest payment first, and from none more than it has', () => {
  const payments = [aPayment('pay_1', 100), aPayment('pay_2', 30), aPayment('pay_3', 20)]
  const promised = [aCredit('pay_1', 60), aCredit('pay_1', 10, 'SETTLED'), aCredit('pay_2', 30)]
  expect(spreadCredit(payments, promised, euro(55))).toEqual([
    { paymentId: 'pay_1', amount: euro(40) },
    { paymentId: 'pay_3', amount: euro(15) },
  ])
})

it('owes what no payment has from the oldest', () => {
  const payments = [aPayment('pay_1', 10), aPayment('pay_2', 5)]
  expect(spreadCredit(payments, [], euro(18))).toEqual([
    { paymentId: 'pay_1', amount: euro(13) },
    { paymentId: 'pay_2', amount: euro(5) },
  ])
})

it('spreads all of it, whatever the payments have', () => {
  const rooms = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rooms, fc.integer({ min: 1, max: 4_000 }), (left, amount) => {
      const payments = left.map((minor, at) => aPayment(`pay_${at}`, minor))
      const parts = spreadCredit(payments, [], euro(amount))
      const sum = parts.reduce((all, part) => all + part.amount.amountMinor, 0n)
      expect(sum).toBe(BigInt(amount))
      for (const { paymentId, amount: part } of parts.filter((one) => one.paymentId !== 'pay_0')) {
        const room = left[Number(paymentId.slice('pay_'.length))] ?? 0
        expect(part.amountMinor).toBeLessThanOrEqual(BigInt(room))
      }
    }),
  )
})

/** A captured payment, of which this much has not gone back. */
function aPayment(id: string, left: number): Payment {
  const none = euro(0)
  const returned = { refunded: none, refunding: none, paidOut: none, chargedBack: none }
  return { id, captured: euro(left), ...returned } as Payment
}

/** Without a refund yet. */
function aCredit(paymentId: string, minor: number, state: Credit['state'] = 'WAITING'): Credit {
  return { paymentId, amount: euro(minor), state, refundId: undefined } as Credit
}
