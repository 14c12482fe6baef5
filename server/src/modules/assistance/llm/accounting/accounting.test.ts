import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { utcDay } from '#kernel/time'
import { createIncidents } from '#modules/incidents'
import { sql } from '#platform/db'
import { createLog, createMetrics } from '#platform/telemetry'
import { createLlmMetrics } from '../metrics.ts'
import { type AccountingDeps, charge, release, settleExpired } from './account.ts'
import { type Attempt, resetAfter } from './attempt.ts'
import { deleteOldCounters, reserve } from './attempt-store.ts'
import { recordPrices } from './price-store.ts'
import { readFamilies } from './pricing.ts'
import { noUsage, type TokenUsage } from './token-usage.ts'

const database = await useDatabase()
const start = new Date('2026-11-23T23:59:00Z')
let now = start
const companyId = 'co_00000000000000000000000001'
const userId = 'usr_00000000000000000000000001'
const unlimited = { user: undefined, company: undefined }
const { families } = readFamilies(
  JSON.stringify({
    'gpt-5': {
      provider: 'A',
      inputPerMillion: '2.50',
      outputPerMillion: '10.00',
      cachedInputPerMillion: '0.25',
    },
    mistake: { provider: 'A', inputPerMillion: '0', outputPerMillion: '0' },
    gift: { provider: 'A', inputPerMillion: '0', outputPerMillion: '0', free: true },
  }),
  undefined,
)
const deps: AccountingDeps = {
  database,
  incidents: createIncidents({ database, now: () => now }),
  metrics: createLlmMetrics(createMetrics(), { add: () => undefined }),
  log: createLog({ level: 'silent' }),
  now: () => now,
}
const prices = await recordPrices(database, families, start)

beforeEach(async () => {
  now = start
  await sql`/* across companies: test */ truncate llm.limits, llm.counters, llm.attempts, llm.usage_days, llm.prompts, incidents.incidents`.execute(
    database.pool,
  )
})

describe('a reservation', () => {
  it('lets exactly 137 of 1,000 parallel calls pass where the limit is for 137', async () => {
    await setLimit(userId, 137 * 100 + 99)

    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => reserve(database.pool, attempt(), unlimited)),
    )

    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(137)
    expect(outcomes.filter((outcome) => outcome === 'user_limit')).toHaveLength(863)
    expect(await counters()).toEqual({ company: [0, 13_700], user: [0, 13_700] })
    expect(await attemptCount()).toBe(137)
  })

  it('counts what all people of a company use against its limit', async () => {
    await setLimit('', 1_000)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        reserve(database.pool, attempt({ userId: `usr_${at % 4}` }), unlimited),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'company_limit')).toHaveLength(30)
  })

  it.each([
    ['no limit', undefined, undefined, 'reserved'],
    ['a default', 100, undefined, 'reserved'],
    ['a default of less', 99, undefined, 'user_limit'],
    ['a default of 0', 0, undefined, 'user_limit'],
    ['no limit by an operator', 0, null, 'reserved'],
    ['a limit of 0 by an operator', undefined, 0, 'user_limit'],
    ['a limit by an operator', 0, 100, 'reserved'],
  ])('with %s', async (_what, standard, set, expected) => {
    if (set !== undefined) await setLimit(userId, set)
    expect(await reserve(database.pool, attempt(), { user: standard, company: undefined })).toBe(
      expected,
    )
    expect(await attemptCount()).toBe(expected === 'reserved' ? 1 : 0)
  })

  it('of one model family or day takes nothing from another', async () => {
    const limits = { user: 100, company: 100 }
    expect(await reserve(database.pool, attempt(), limits)).toBe('reserved')
    expect(await reserve(database.pool, attempt(), limits)).toBe('company_limit')
    expect(await reserve(database.pool, attempt({ family: 'gift', model: 'gift' }), limits)).toBe(
      'reserved',
    )
    expect(resetAfter(now)).toEqual(new Date('2026-11-24T00:00:00Z'))
    expect(await reserve(database.pool, attempt({ day: '2026-11-24' }), limits)).toBe('reserved')
  })
})

describe('a settlement', () => {
  const usage: TokenUsage = {
    uncachedInput: 10,
    cachedInput: 20,
    cacheWriteInput: 5,
    output: 7,
    reasoning: 3,
  }

  it('charges what was used, gives back the rest, and keeps the two costs apart', async () => {
    const [reported, estimated] = [attempt(), attempt()]
    await reserve(database.pool, reported, unlimited)
    await reserve(database.pool, estimated, unlimited)

    // 15 × 2,500 + 20 × 250 + 7 × 10,000 nano-dollars.
    expect(await charge(deps, charged(reported, usage))).toBe(112_500n)
    await charge(deps, {
      ...charged(estimated, { ...noUsage, output: 1 }),
      usageSource: 'estimated',
    })

    expect(await counters()).toEqual({ company: [43, 0], user: [43, 0] })
    expect(await usageDays()).toEqual([
      {
        day: '2026-11-23',
        reported: 1,
        estimated: 1,
        output: '8',
        reasoning: '3',
        reported_cost: '112500',
        estimated_cost: '10000',
      },
    ])
  })

  it('happens once, also when it is tried many times at once', async () => {
    const one = attempt()
    await reserve(database.pool, one, unlimited)
    await Promise.all(Array.from({ length: 20 }, () => charge(deps, charged(one, usage))))
    expect(await counters()).toEqual({ company: [42, 0], user: [42, 0] })
    expect(await usageDays()).toMatchObject([{ reported: 1 }])
  })

  it('of many calls at once leaves nothing reserved', async () => {
    const all = Array.from({ length: 60 }, (_, at) => attempt({ userId: `usr_${at % 3}` }))
    await Promise.all(
      all.map(async (one, at) => {
        await reserve(database.pool, one, unlimited)
        if (at % 2 === 0) await charge(deps, charged(one, usage))
        else await release(deps, { ...charged(one, usage) }, 'rate_limited')
      }),
    )
    expect((await counters()).company).toEqual([30 * 42, 0])
  })

  it('that refuses gives everything back and adds no usage', async () => {
    const one = attempt()
    await reserve(database.pool, one, unlimited)
    await release(deps, charged(one, usage), 'rate_limited')
    expect(await counters()).toEqual({ company: [0, 0], user: [0, 0] })
    expect(await usageDays()).toEqual([])
    const { rows } =
      await sql`/* across companies: test */ select state, cost_nano, usage_source, outcome from llm.attempts`.execute(
        database.pool,
      )
    expect(rows).toEqual([
      { state: 'RELEASED', cost_nano: null, usage_source: null, outcome: 'rate_limited' },
    ])
  })

  it.each([
    ['mistake', usage, 1],
    ['gpt-5', noUsage, 1],
    ['gift', usage, 0],
    ['gpt-5', usage, 0],
  ])('of %s with %j raises so many notices of a cost of zero: %i', async (family, used, count) => {
    const one = attempt({ family, model: `${family}-x.1` })
    await reserve(database.pool, one, unlimited)
    await charge(deps, charged(one, used))
    const { rows } = await sql<{ key: string }>`select key from incidents.incidents`.execute(
      database.pool,
    )
    expect(rows).toEqual(
      count === 1 ? [{ key: `llm-gateway.pricing.zero-cost.A.${family}-x.1` }] : [],
    )
  })
})

describe('the sweeper', () => {
  it('settles the attempt of a dead process as estimated, never as nothing, and a late answer changes nothing', async () => {
    const one = attempt()
    await reserve(database.pool, one, unlimited)
    expect(await settleExpired(deps)).toBe(0)

    now = new Date(start.getTime() + 600_001)
    expect(await Promise.all([settleExpired(deps), settleExpired(deps)])).toContain(1)

    expect(await counters()).toEqual({ company: [100, 0], user: [100, 0] })
    // It is charged on the day on which it was reserved.
    expect(await usageDays()).toEqual([
      {
        day: '2026-11-23',
        reported: 0,
        estimated: 1,
        output: '60',
        reasoning: '0',
        reported_cost: '0',
        estimated_cost: '700000',
      },
    ])
    expect(await charge(deps, charged(one, noUsage))).toBe(0n)
    expect(await counters()).toEqual({ company: [100, 0], user: [100, 0] })
  })

  it('settles all of them in one sweep, also where one cannot be settled', async () => {
    await Promise.all(
      Array.from({ length: 203 }, () => reserve(database.pool, attempt(), unlimited)),
    )
    // Its counter would fall below 0.
    const broken = attempt({ family: 'gift', model: 'gift' })
    await reserve(database.pool, broken, unlimited)
    await sql`update llm.counters set reserved = 0 where company_id = ${companyId} and family = 'gift'`.execute(
      database.pool,
    )
    now = new Date(start.getTime() + 600_001)
    expect(await settleExpired(deps)).toBe(203)
    expect(await counters()).toMatchObject({ company: [20_300, 0] })
  })
})

describe('a counter', () => {
  it('is deleted some days after its day, and not before its last reservation is settled', async () => {
    const [old, open, young] = [
      attempt(),
      attempt({ userId: 'usr_2' }),
      attempt({ day: '2026-11-24' }),
    ]
    for (const one of [old, open, young]) await reserve(database.pool, one, unlimited)
    for (const one of [old, young]) await charge(deps, charged(one, noUsage))
    expect(await deleteOldCounters(database.pool, '2026-11-24', 10)).toBe(1)
    expect(await counters()).toEqual({ company: [0, 100], user: [0, 100] })
  })
})

describe('prices', () => {
  it('are added when they change, and never changed', async () => {
    const later = families.map((family) =>
      family.name === 'gpt-5' ? { ...family, price: { ...family.price, outputFemto: 1n } } : family,
    )
    expect(await recordPrices(database, families, start)).toEqual(prices)
    const [one, other] = await Promise.all([
      recordPrices(database, later, new Date(start.getTime() + 1)),
      recordPrices(database, later, new Date(start.getTime() + 1)),
    ])
    expect(one).toEqual(other)
    expect(one.get('gift')).toBe(prices.get('gift'))
    expect(one.get('gpt-5')).not.toBe(prices.get('gpt-5'))
    for (const statement of [
      sql`update llm.prices set output_femto = 0`,
      sql`delete from llm.prices`,
    ]) {
      await expect(statement.execute(database.pool)).rejects.toThrow('only ever added to')
    }
  })
})

function attempt(overrides: Partial<Attempt> = {}): Attempt {
  const family = overrides.family ?? 'gpt-5'
  return {
    id: newId('lla', now),
    requestId: 'req_1',
    number: 1,
    companyId,
    userId,
    provider: 'A',
    family,
    model: 'gpt-5',
    priceId: prices.get(family) ?? '',
    day: utcDay(now),
    isStreamed: false,
    reservedInput: 40,
    reservedOutput: 60,
    createdAt: now,
    leaseUntil: new Date(now.getTime() + 600_000),
    ...overrides,
  }
}

function charged(one: Attempt, usage: TokenUsage) {
  const price = families.find(({ name }) => name === one.family)?.price
  if (!price) throw new Error('no price')
  const { id, provider, model } = one
  return {
    id,
    companyId,
    provider,
    model,
    price,
    usage,
    state: 'SETTLED',
    usageSource: 'provider_reported',
    outcome: 'ok',
  } as const
}

async function setLimit(limitedUser: string, tokens: number | null): Promise<void> {
  await sql`
    insert into llm.limits (company_id, user_id, provider, family, daily_tokens, set_by, set_at)
    values (${companyId}, ${limitedUser}, 'A', 'gpt-5', ${tokens}, 'usr_operator', ${now})
  `.execute(database.pool)
}

async function counters(): Promise<{ company: number[]; user: number[] }> {
  const { rows } = await sql<{ is_company: boolean; used: number; reserved: number }>`
    select user_id = '' as is_company, sum(used)::integer as used, sum(reserved)::integer as reserved
    from llm.counters where company_id = ${companyId} group by 1
  `.execute(database.pool)
  const of = (isCompany: boolean) =>
    rows
      .filter(({ is_company }) => is_company === isCompany)
      .flatMap(({ used, reserved }) => [used, reserved])
  return { company: of(true), user: of(false) }
}

async function attemptCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from llm.attempts where company_id = ${companyId}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}

async function usageDays() {
  const { rows } = await sql`
    select day::text as day, reported_requests::integer as reported, estimated_requests::integer as estimated, output::text, reasoning::text,
      reported_cost_nano::text as reported_cost, estimated_cost_nano::text as estimated_cost
    from llm.usage_days where company_id = ${companyId}
  `.execute(database.pool)
  return rows
}
