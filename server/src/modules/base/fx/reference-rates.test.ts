import { startSandbox } from '@purveyor/sandbox'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { anFx, anFxWith } from '#testing/fx'
import { useFolder } from '#testing/tools/folder'
import { readDays } from './fetching/ecb.ts'
import { fxProbe } from './fx-probe.ts'
import { createEcb, type Fx, RatesNotFetched } from './index.ts'

const wednesday = new Date('2026-01-07T17:30:00Z')
let now = wednesday
const database = await useDatabase()
const dataDir = await useFolder()
const log = { info: () => undefined, warn: () => undefined }
const nobody = { paymentsApiKey: 'none', paymentsEventSecret: 'none' }
const paymentsEventsUrl = 'http://127.0.0.1:9/none'
const clock = () => now
const served = { ...nobody, paymentsEventsUrl, ratesApiKey: 'none', now: clock, log }
const sandbox = closeAtEnd(await startSandbox({ port: 0, dataDir, ...served }))
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor/test' }))

beforeEach(async () => {
  now = wednesday
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers, fx.reference_rates`.execute(
    database.pool,
  )
})

describe('the rate of a past moment', () => {
  it('is that of the last day before it with rates of the European Central Bank', async () => {
    const fx = askedAt()
    await fx.fetchReferenceRates()

    expect(await rateAt(fx, on('07T23:59:59'))).toEqual(['ECB', '2026-01-06', '10.765'])
    expect(await rateAt(fx, on('08T00:10:00'))).toEqual(['ECB', '2026-01-07', '10.7365'])
    expect(await rateAt(fx, on('05T10:00:00'))).toEqual(['ECB', '2026-01-02', '10.8085'])
    expect((await rateAt(fx, on('07T10:00:00'), 'USD', 'GBP'))?.[2]).toMatch(/^0[.]7/)
    expect(await rateAt(fx, on('07T10:00:00'), 'EUR', 'AED')).toBeUndefined()
  })

  it('is never an older rate when the bank was not asked since: the provider’s rate is used', async () => {
    await askedAt().fetchReferenceRates()
    const { fx } = await anFxWith(
      database,
      { SEK: '11' },
      { asOf: on('08T00:00:00'), now: () => on('08T12:00:00') },
    )
    expect(await rateAt(fx, on('09T10:00:00'))).toEqual(['test', '2026-01-08', '11'])

    now = on('09T17:30:00')
    await askedAt().fetchReferenceRates()
    expect(await rateAt(fx, on('09T10:00:00'))).toEqual(['ECB', '2026-01-08', '10.766'])
    // On a Monday that of the Friday before.
    expect(await rateAt(fx, on('10T00:30:00'))).toEqual(['ECB', '2026-01-09', '10.748'])
  })

  it('is unknown when nobody answered, and operators see it until somebody does', async () => {
    const fx = askedAt('http://127.0.0.1:9/nobody')
    await fx.fetchReferenceRates()
    expect(await rateAt(fx, on('07T10:00:00'))).toBeUndefined()
    for (const later of ['07T18:30:00', '07T19:30:00']) {
      now = on(later)
      await fx.fetchReferenceRates()
    }
    const probe = fxProbe(fx, () => now)
    expect(await probe.read()).toMatchObject({
      metrics: { referenceFetchFailures: 3 },
      problems: [
        {
          code: 'fx.reference-rates-failing',
          since: wednesday.toISOString(),
          action: expect.stringContaining('FX_REFERENCE_RATES_URL'),
        },
      ],
    })

    await askedAt().fetchReferenceRates()
    expect(await rateAt(fx, on('07T10:00:00'))).toBeDefined()
    expect(await probe.read()).toMatchObject({
      metrics: { referenceFetchFailures: 0 },
      problems: [],
    })
  })
})

describe('an answer of the European Central Bank', () => {
  it.each([
    ['no XML', 'The service is unavailable.'],
    ['cut off', '<Cube><Cube time="2026-01-07"><Cube currency="SEK" rate="10.7"/>'],
    ['empty', '<Cube/>'],
    ['a rate of nothing', '<Cube time="2026-01-07"><Cube currency="SEK" rate="0"/></Cube>'],
    ['a day that is none', '<Cube time="today"><Cube currency="SEK" rate="10.7"/></Cube>'],
  ])('is refused when it is %s', (_, text) => {
    expect(() => readDays(text)).toThrow(RatesNotFetched)
  })
})

function askedAt(url = `${sandbox.url}/rates/eurofxref-hist-90d.xml`): Fx {
  return anFx(database, { now: () => now, reference: createEcb({ outbound, url }) })
}

async function rateAt(fx: Fx, at: Date, from = 'EUR', to = 'SEK') {
  const found = await fx.rateAsOf(database.pool, from, to, at)
  return found && [found.provider, found.asOf.toISOString().slice(0, 10), found.rate.toFixed()]
}

const on = (time: string) => new Date(`2026-01-${time}Z`)
