import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { fc } from '#testing/tools/fc'
import type { Payment } from '../payment.ts'
import { releaseStep, type Step } from '../step.ts'
import type { ProviderIntent } from './provider.ts'
import { meaningOf } from './reading.ts'

describe('what a provider reports', () => {
  /** Whole lives of an intent at the provider. */
  const lives: readonly (readonly ProviderIntent[])[] = [
    [says('REQUIRES_PAYMENT'), says('AUTHORIZED'), says('SUCCEEDED', 1_000n)],
    [says('REQUIRES_PAYMENT'), says('AUTHORIZED'), says('SUCCEEDED', 400n)],
    [says('REQUIRES_PAYMENT'), says('SUCCEEDED', 1_000n)],
    [says('REQUIRES_PAYMENT'), says('AUTHORIZED'), says('CANCELLED')],
    [says('REQUIRES_PAYMENT'), says('CANCELLED')],
    // Two messages crossed: what was given up is taken all the same.
    [says('REQUIRES_PAYMENT'), says('AUTHORIZED'), says('CANCELLED'), says('SUCCEEDED', 400n)],
    [says('REQUIRES_PAYMENT'), says('FAILED')],
    [says('REQUIRES_PAYMENT'), says('EXPIRED')],
  ]

  /** Any order, any repetition, as long as each word is heard at least once. */
  const heard = fc
    .constantFrom(...lives)
    .chain((life) =>
      fc
        .tuple(
          fc.shuffledSubarray([...life], { minLength: life.length }),
          fc.array(fc.constantFrom(...life), { maxLength: 6 }),
        )
        .map(([all, again]) => ({ life, words: [...all, ...again] })),
    )

  it('has the same result in any order and repetition', () => {
    fc.assert(
      fc.property(heard, ({ life, words }) => {
        const end = hear(words)
        const last = life.at(-1)
        const ends = {
          SUCCEEDED: ['SUCCEEDED'],
          CANCELLED: ['VOIDED'],
          FAILED: ['FAILED'],
          EXPIRED: ['VOIDED'],
        } as Record<string, string[]>
        expect(ends[last?.state ?? '']).toContain(end.state)
        expect(end.captured).toEqual(last?.captured)
      }),
    )
  })

  it('never moves more money than exists', () => {
    fc.assert(
      fc.property(heard, ({ words }) => {
        const { amount, authorized, captured, voided } = hear(words)
        expect(authorized.amountMinor).toBeLessThanOrEqual(amount.amountMinor)
        expect(captured.amountMinor + voided.amountMinor).toBeLessThanOrEqual(
          authorized.amountMinor,
        )
      }),
    )
  })
})

describe('a capture after its release', () => {
  it.each([1_000n, 400n])('is booked, and takes as much of the release back: %s', (taken) => {
    const words = [says('AUTHORIZED'), says('CANCELLED'), says('SUCCEEDED', taken)]
    const entries = booked(words)

    expect(hear(words)).toMatchObject({
      state: 'SUCCEEDED',
      captured: euros(taken),
      voided: euros(1_000n - taken),
    })
    expect(entries).toEqual([
      { kind: 'AUTHORIZED', amount: euros(1_000n) },
      { kind: 'VOIDED', amount: euros(1_000n) },
      { kind: 'REINSTATED', amount: euros(taken) },
      { kind: 'CAPTURED', amount: euros(taken) },
    ])
  })

  it('of more than is held, because a part was released, is taken over and contradicts us', () => {
    const held = hear([says('REQUIRES_PAYMENT'), says('AUTHORIZED')])
    const { next: left } = releaseStep(held, euros(400n))
    expect(meaningOf(left, says('SUCCEEDED', 600n))).not.toHaveProperty('contradiction')
    expect(meaningOf(left, says('SUCCEEDED', 601n))).toMatchObject({
      step: { next: { state: 'SUCCEEDED', captured: euros(601n), voided: euros(399n) } },
      contradiction: 'captured_after_release',
    })
  })
})

const opened: Payment = {
  id: 'pay_1',
  companyId: 'co_1',
  payerId: 'usr_1',
  checkoutId: null,
  orderId: null,
  method: 'card',
  provider: 'sandbox',
  captureMethod: 'manual',
  state: 'INITIATED',
  amount: euros(1_000n),
  authorized: euros(0n),
  captured: euros(0n),
  voided: euros(0n),
  refunded: euros(0n),
  refunding: euros(0n),
  paidOut: euros(0n),
  chargedBack: euros(0n),
  createdAt: new Date(0),
  expiresAt: new Date(900_000),
  version: 1,
}

function euros(minor: bigint) {
  return money(minor, 'EUR')
}

function says(state: ProviderIntent['state'], captured = 0n): ProviderIntent {
  return {
    reference: 'int_1',
    paymentId: 'pay_1',
    state,
    amount: euros(1_000n),
    captured: euros(captured),
    refunded: euros(0n),
  }
}

function hear(words: readonly ProviderIntent[]): Payment {
  return stepsOf(words).at(-1)?.next ?? opened
}

const booked = (words: readonly ProviderIntent[]) =>
  stepsOf(words).flatMap(({ entries }) => entries)

function stepsOf(words: readonly ProviderIntent[]): Step[] {
  const steps: Step[] = []
  for (const word of words) {
    const meaning = meaningOf(steps.at(-1)?.next ?? opened, word)
    if (meaning.kind === 'step') steps.push(meaning.step)
  }
  return steps
}
