import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { whileAlone } from '#platform/leases'
import { advance } from '../advance.ts'
import { createSetAsideEvents, eventPartitions, on, type SetAsideWatch } from '../index.ts'
import { note, OrderPlaced, silent, useLog } from '../log.fixture.ts'
import { insertPlaces } from '../place.ts'
import { numberEvents } from '../sequencer.ts'
import { createTail } from '../tail.ts'
import { eventsMax, linesMax } from './limits.ts'

const log = useLog()
const name = 'test.following'

/** The failure of each of these orders when its event is recorded. */
const trouble = new Map<string, Error>()
const notices: string[] = []
const watch: SetAsideWatch = {
  stopped: async (_tx, { line, lastError }) => void notices.push(`${line}: ${lastError}`),
  well: async (_tx, subscription) => void notices.push(`${subscription} is well`),
}
const events = createSetAsideEvents(watch)
const following = on(OrderPlaced, {
  name,
  record: async (tx, event) => {
    await note(tx, name, event)
    const error = trouble.get(event.entity.id)
    if (error) throw error
  },
})

beforeEach(() => {
  trouble.clear()
  notices.length = 0
})

describe('an event that cannot be recorded', () => {
  it('is set aside after a while, and everything in other lines and companies continues', async () => {
    trouble.set('ord_bad', new Error('cannot be composed'))
    const before = [await place('ord_0'), await place('ord_1')]
    const bad = await place('ord_bad')
    const after = await place('ord_2')
    const dispatcher = dispatching()
    await dispatcher.drain()
    log.later(1)
    await dispatcher.drain()
    expect(await log.noted(name), 'one by one, without a pause').toEqual(before)
    for (let turn = 0; turn < 5; turn += 1) {
      await dispatcher.drain()
      log.later(30)
    }
    expect(await log.noted(name), 'it may pass').toEqual(before)
    expect(await dispatcher.lag()).toMatchObject([{ behind: 2, lastError: 'cannot be composed' }])

    await wait()
    expect(await log.noted(name)).toEqual([...before, after])
    expect(await aside()).toEqual([bad])
    expect(notices).toEqual(['order/ord_bad: cannot be composed'])
    expect(await dispatcher.lag()).toMatchObject([{ behind: 0, lastError: undefined }])
    expect(await dispatcher.setAside()).toMatchObject([
      {
        subscription: name,
        events: 1,
        lines: 1,
        oldest: { companyId: 'co_1', line: 'order/ord_bad', lastError: 'cannot be composed' },
      },
    ])
  })

  it('is recorded as soon as possible, before the later events of its line', async () => {
    trouble.set('ord_bad', new Error('cannot'))
    const line = [await place('ord_bad')]
    await wait()
    line.push(await place('ord_bad'))
    const other = await place('ord_3')
    line.push(await place('ord_bad'))
    await wait(1)
    expect(await log.noted(name)).toEqual([other])
    expect(await aside()).toEqual(line)

    trouble.clear()
    log.later(600)
    await Promise.all([dispatching().drain(), dispatching().drain()])
    expect(await orderNoted()).toEqual([other, ...line])
    expect(await aside()).toEqual([])
    expect(notices.at(-1)).toBe(`${name} is well`)

    const next = await place('ord_bad')
    await wait(1)
    expect(await log.noted(name)).toContain(next)
    expect(await flagOf()).toBe(false)
  })

  it('holds up no other line that is set aside', async () => {
    trouble.set('ord_a', new Error('a')).set('ord_b', new Error('b'))
    const [a, b] = [await place('ord_a'), await place('ord_b')]
    await wait(24)
    expect(await aside()).toEqual([a, b])

    trouble.delete('ord_b')
    log.later(600)
    await wait(1)
    expect(await aside()).toEqual([a])
    expect(await log.noted(name)).toEqual([b])
  })

  it('is not set aside when the server itself failed', async () => {
    for (const code of ['40P01', '53300', '57P01', 'ECONNRESET']) {
      trouble.set('ord_1', Object.assign(new Error('not now'), { code }))
      await place('ord_1')
      await wait()
      expect(await aside(), code).toEqual([])
    }
    trouble.clear()
    await wait(1)
    expect(await log.noted(name)).toHaveLength(4)
  })

  it('stops the subscription when too many lines are set aside to blame a single event', async () => {
    await place('ord_bad')
    trouble.set('ord_bad', new Error('cannot'))
    await dispatching().drain()
    await fillWith(linesMax)
    await wait()

    expect(await aside()).toHaveLength(linesMax)
    expect(await dispatching().lag()).toMatchObject([
      { behind: 1, lastError: expect.stringContaining('cannot') },
    ])
  })

  it('stops the subscription when too many events wait behind it', async () => {
    await place('ord_0')
    await dispatching().drain()
    await fillWith(1, eventsMax)
    const next = await place('ord_0')
    await wait(1)

    expect(await log.noted(name)).not.toContain(next)
    expect(await dispatching().lag()).toMatchObject([
      { behind: 1, lastError: expect.stringContaining(`${eventsMax} events are set aside`) },
    ])
  })

  it('costs no query when there is none', async () => {
    await place('ord_1')
    await numberEvents(log.database)
    const { database } = log
    const parts = {
      database,
      now: () => log.now,
      log: silent,
      tail: createTail(),
      watch,
      leaseToken: 'lse_1@here',
    }
    await insertPlaces(database.pool, [following], log.now)
    await sql`
      /* across companies: the table alone */ alter table platform.set_aside_events rename to away
    `.execute(database.pool)
    try {
      expect(await advance(parts, following)).toBe('caught_up')
    } finally {
      await sql`alter table platform.away rename to set_aside_events`.execute(database.pool)
    }
  })

  it('keeps its day in the log', async () => {
    trouble.set('ord_bad', new Error('cannot'))
    await place('ord_bad')
    await wait()
    const range = { from: 'evt_0', to: 'evt_z' } as never
    const why = () =>
      log.database.transaction(async (tx) => eventPartitions(1).neededFor?.(tx, range, log.now))

    expect(await why()).toContain(`${name} has set events of it aside`)
    trouble.clear()
    log.later(600)
    await wait(1)
    expect(await why()).toBeUndefined()
  })
})

describe('an operator', () => {
  it('retries the line at once', async () => {
    trouble.set('ord_bad', new Error('cannot'))
    const line = [await place('ord_bad')]
    await wait()
    line.push(await place('ord_bad'))
    await dispatching().drain()
    trouble.clear()
    await dispatching().drain()
    expect(await log.noted(name), 'not before its time').toEqual([])

    await log.database.transaction((tx) => events.retry(tx, name, String(line[1]), log.now))
    await dispatching().drain()
    expect(await orderNoted()).toEqual(line)
  })

  it('discards an event, and the events behind it continue', async () => {
    trouble.set('ord_bad', new Error('cannot'))
    const bad = await place('ord_bad')
    await wait()
    const next = await place('ord_bad')
    await dispatching().drain()
    const discard = () => log.database.transaction((tx) => events.discard(tx, name, bad, log.now))

    expect(await discard()).toMatchObject({ eventId: bad, line: 'order/ord_bad' })
    expect(await discard()).toBeUndefined()
    await dispatching().drain()
    expect(await aside()).toEqual([next])
    expect(notices, 'the line has stopped at another one').toHaveLength(2)
    trouble.clear()
    log.later(600)
    await dispatching().drain()
    expect(await log.noted(name)).toEqual([next])
  })
})

it('a process that has worked on one record alone drains the log afterwards', async () => {
  trouble.set('ord_bad', new Error('cannot'))
  const bad = await place('ord_bad')
  await wait()
  trouble.clear()
  log.later(600)
  const other = Promise.withResolvers<void>()
  const alone = whileAlone(() => other.promise)

  const drained = dispatching().drain()
  await log.database.ping()
  expect(await log.noted(name)).toEqual([])
  other.resolve()
  await Promise.all([alone, drained])

  expect(await log.noted(name)).toEqual([bad])
})

/** Ordered as it was written, not by the log. */
async function orderNoted(): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from public.noted where subscription = ${name} order by ctid
  `.execute(log.database.pool)
  return rows.map((row) => row.event_id)
}

async function flagOf(): Promise<boolean | undefined> {
  const { rows } = await sql<{ has_set_aside: boolean }>`
    select has_set_aside from platform.subscriptions where name = ${name}
  `.execute(log.database.pool)
  return rows[0]?.has_set_aside
}

/** Lines `order/ord_0` and so on, whose events are not due for a day. */
async function fillWith(lines: number, each = 1): Promise<void> {
  const dueAt = new Date(log.now.getTime() + 86_400_000)
  await sql`
    insert into platform.set_aside_events
      (subscription, company_id, line, position, event_id, event_type, failures, set_aside_at, available_at)
    select ${name}, 'co_1', 'order/ord_' || line, n, 'evt_' || line || '_' || n, 'order.created', 1,
           ${log.now}, ${dueAt}
    from generate_series(0, ${lines - 1}::integer) as line, generate_series(1, ${each}::integer) as n
  `.execute(log.database.pool)
  await sql`update platform.subscriptions set has_set_aside = true`.execute(log.database.pool)
}

/** Long enough for an event that fails to be set aside, and its line to be tried again. */
async function wait(times = 12): Promise<void> {
  const dispatcher = dispatching()
  for (let turn = 0; turn < times; turn += 1) {
    await dispatcher.drain()
    log.later(60)
  }
}

async function aside(): Promise<string[]> {
  const rows = await events.list(log.database.pool, { limit: 100 })
  return rows.map(({ eventId }) => eventId)
}

const dispatching = () => log.dispatching([following], watch)

const place = (orderId: string, companyId = 'co_1') =>
  log.database.transaction((tx) => log.place(tx, companyId, orderId))
