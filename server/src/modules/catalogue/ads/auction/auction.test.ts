import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { type Bidder, runAuction } from './auction.ts'
import { isOnPace, localDay } from './pacing.ts'
import { qualityOf } from './quality.ts'
import { replay, snapshotOf } from './snapshot.ts'

const aBidder = (over: Partial<Bidder>): Bidder => ({
  campaignId: 'cmp_1',
  supplierId: 'co_1',
  productId: 'prd_1',
  bidMinor: 100,
  quality: 500_000,
  ...over,
})

const bidder = fc.record({
  campaignId: fc.integer({ min: 1, max: 40 }).map((number) => `cmp_${number}`),
  supplierId: fc.integer({ min: 1, max: 12 }).map((number) => `co_${number}`),
  productId: fc.integer({ min: 1, max: 40 }).map((number) => `prd_${number}`),
  bidMinor: fc.integer({ min: 1, max: 10_000_000 }),
  quality: fc.integer({ min: 50_000, max: 1_000_000 }),
})
const auction = fc.record({
  reserveMinor: fc.integer({ min: 1, max: 1_000 }),
  slots: fc.integer({ min: 1, max: 8 }),
  bidders: fc.uniqueArray(bidder, {
    maxLength: 60,
    selector: ({ campaignId, productId }) => `${campaignId} ${productId}`,
  }),
})

describe('an auction', () => {
  it('charges each winner what keeps it above the next score, and the last winner the reserve', () => {
    const { winners } = runAuction({
      reserveMinor: 5,
      slots: 2,
      bidders: [
        aBidder({ supplierId: 'co_1', bidMinor: 100, quality: 500_000 }),
        aBidder({ supplierId: 'co_2', bidMinor: 40, quality: 1_000_000 }),
      ],
    })

    // 40 × 1.0 ÷ 0.5 is 80, and one more wins.
    expect(winners.map(({ supplierId, priceMinor }) => [supplierId, priceMinor])).toEqual([
      ['co_1', 81],
      ['co_2', 5],
    ])
  })

  it('gives a supplier one place and never lets it bid against itself', () => {
    const { winners } = runAuction({
      reserveMinor: 1,
      slots: 3,
      bidders: [
        aBidder({ productId: 'prd_1', bidMinor: 100 }),
        aBidder({ productId: 'prd_2', bidMinor: 99 }),
      ],
    })

    expect(winners).toHaveLength(1)
    expect(winners[0]).toMatchObject({ productId: 'prd_1', priceMinor: 1 })
  })

  it('never charges above the bid or below the reserve, and fills at most the slots', () => {
    fc.assert(
      fc.property(auction, (input) => {
        const { winners } = runAuction(input)
        expect(winners.length).toBeLessThanOrEqual(input.slots)
        expect(new Set(winners.map(({ supplierId }) => supplierId)).size).toBe(winners.length)
        for (const { bidMinor, priceMinor } of winners) {
          expect(priceMinor).toBeLessThanOrEqual(bidMinor)
          expect(priceMinor).toBeGreaterThanOrEqual(input.reserveMinor)
        }
      }),
    )
  })

  it('does not depend on the order of the bidders', () => {
    fc.assert(
      fc.property(auction, fc.infiniteStream(fc.nat()), (input, numbers) => {
        const shuffled = input.bidders
          .map((one) => ({ one, by: numbers.next().value ?? 0 }))
          .sort((one, other) => one.by - other.by)
          .map(({ one }) => one)
        expect(runAuction({ ...input, bidders: shuffled }).winners).toEqual(
          runAuction(input).winners,
        )
      }),
    )
  })

  it('replays from its stored snapshot with the same winners and prices', () => {
    fc.assert(
      fc.property(auction, (input) => {
        const outcome = runAuction(input)
        const stored = JSON.parse(JSON.stringify(snapshotOf(input, outcome, 'EUR')))
        expect(replay(stored).winners).toEqual(outcome.winners)
      }),
    )
  })

  it('refuses to replay a snapshot with other rules', () => {
    expect(() => replay({ version: 2 })).toThrow('other rules')
  })
})

describe('quality', () => {
  it('is an exact number of millionths from 0.05 to 1 and rises with relevance and clicks', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(100),
        fc.nat(),
        (relevance, clicks, more) => {
          const places = clicks + more
          const quality = qualityOf(relevance, { clicks, places })
          expect(Number.isInteger(quality)).toBe(true)
          expect(quality).toBeGreaterThanOrEqual(50_000)
          expect(quality).toBeLessThanOrEqual(1_000_000)
          expect(qualityOf(1, { clicks, places })).toBeGreaterThanOrEqual(quality)
          expect(
            qualityOf(relevance, { clicks: clicks + 1, places: places + 1 }),
          ).toBeGreaterThanOrEqual(quality)
        },
      ),
    )
  })
})

describe('pacing', () => {
  it('spends the budget within five per cent on a day with a quiet night and a busy noon', () => {
    const budgetMinor = 100_000
    const priceMinor = 37
    let spentMinor = 0
    let atNoon = 0
    // A click is possible each time the traffic of a minute says so: twice as much demand as money.
    for (let minute = 0; minute < 1_440; minute += 1) {
      const busy = 1 - Math.cos((2 * Math.PI * minute) / 1_440)
      const clicks = Math.round(((2 * budgetMinor) / priceMinor / 1_440) * busy)
      for (let click = 0; click < clicks; click += 1) {
        const isFunded = spentMinor + priceMinor <= budgetMinor
        if (isOnPace({ budgetMinor, spentMinor }, minute / 1_440) && isFunded) {
          spentMinor += priceMinor
        }
      }
      if (minute === 720) atNoon = spentMinor
    }

    expect(spentMinor).toBeGreaterThan(budgetMinor * 0.95)
    expect(spentMinor).toBeLessThanOrEqual(budgetMinor)
    // Not everything in the morning.
    expect(atNoon).toBeLessThan(budgetMinor * 0.65)
  })

  it('starts the day at midnight in the time zone of the campaign', () => {
    const evening = new Date('2026-03-01T23:30:00Z')

    expect(localDay('UTC', evening).day).toBe('2026-03-01')
    expect(localDay('Europe/Berlin', evening)).toEqual({
      day: '2026-03-02',
      passed: 1_800 / 86_400,
    })
  })
})
