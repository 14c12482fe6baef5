import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import type { Snapshot } from '../attempt.ts'
import { spendingOf } from './spending.ts'

const eur = (minor: number) => money(BigInt(minor), 'EUR')

describe('what an order spends', () => {
  it('charges each line with its tax to its cost centre, and the rest to that of the order', () => {
    const snapshot = {
      costCenter: 'C0',
      lines: [
        { costCenter: 'C1', total: eur(100), discount: eur(10), tax: { amount: eur(17) } },
        { costCenter: undefined, total: eur(50), discount: undefined, tax: undefined },
      ],
    } as unknown as Snapshot
    expect(spendingOf({ snapshot, total: eur(200) })).toEqual({
      total: eur(200),
      shares: [
        { costCenter: 'C1', amount: eur(107) },
        { costCenter: 'C0', amount: eur(50) },
        { costCenter: 'C0', amount: eur(43) },
      ],
    })
  })
})
