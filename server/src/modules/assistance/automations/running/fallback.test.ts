import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownRedis, redisUrl } from '#harness'
import { newId } from '#kernel/id'
import { daysMs, hoursMs, secondsMs } from '#kernel/time'
import { createRedisCache } from '#platform/cache'
import { sql } from '#platform/db'
import { eventPartitions } from '#platform/outbox'
import { keepPartitions } from '#platform/partitions'
import { anAutomationService, anOperator, aRule as aRuleOf } from '#testing/automation-service'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { createEngine } from './engine.ts'
import { neededByRuns } from './needed-store.ts'
import { claimRuns } from './queue-store.ts'
import { type LastingOutcome, type Outcome, runTopic } from './run.ts'
import { keepHouse } from './worker.ts'

let receiver: Receiver
let count = 0
let service = await anAutomationService(createEngine)

afterAll(() => service.close())

beforeEach(async () => {
  receiver = await aReceiver()
  count += 1
})
afterEach(() => receiver.close())

describe('work that cannot be done at once', () => {
  it('waits in the replay queue while the receiver fails, and completes when it answers', async () => {
    const { companyId } = await aRule()
    receiver.answers({ status: 503 })
    await service.publish(companyId)
    await service.run()
    expect(await service.automations.metrics()).toMatchObject({
      replayQueueDepth: 1,
      pendingOutboxCount: 0,
    })
    receiver.answers({ status: 204 })
    service.advance(hoursMs(1))
    await service.run()
    expect(await service.automations.metrics()).toMatchObject({ replayQueueDepth: 0 })
  })

  it('waits in the outbox without an engine, which drains it when it is back', async () => {
    const { companyId } = await aRule()
    // No engine tries anything again, so the surface before this one is gone.
    await service.publish(companyId, ['1', '2', '3'])
    service.advance(hoursMs(1))
    expect(await service.automations.metrics()).toMatchObject({
      replayQueueDepth: 0,
      pendingOutboxCount: 3,
      oldestPendingOutboxAgeSeconds: 3_600,
    })
    const { dispatched24h } = await service.automations.metrics()
    await service.run()
    expect(await service.automations.metrics()).toMatchObject({
      pendingOutboxCount: 0,
      oldestPendingOutboxAgeSeconds: 0,
      dispatched24h: dispatched24h + 3,
    })
  })

  it('waits in the stream backlog until a consumer moves it to the outbox', async () => {
    const { companyId } = await aRule()
    await service.publish(companyId, ['1', '2'], false)
    expect(await backlog()).toBe(2)
    expect(await service.automations.metrics()).toMatchObject({ pendingOutboxCount: 0 })
    await service.dispatcher.drain()
    expect(await service.automations.metrics()).toMatchObject({ pendingOutboxCount: 2 })
    await service.run()
    expect(await backlog()).toBe(0)
    expect(receiver.received).toHaveLength(2)
  })

  it('completes by the worker alone', async () => {
    const { companyId } = await aRule()
    await service.publish(companyId)
    const worker = service.automations.startWorker()
    while (receiver.received.length === 0) await wait(20)
    await worker.stop()
  })
})

describe.skipIf(!redisUrl())('an event that is written while the cache is away', () => {
  it('reaches the outbox and the log through a process that no message can wake', async () => {
    const redis = await ownRedis()
    const cacheOf = () => createRedisCache(redis.url)
    const api = await anAutomationService(createEngine, { cache: cacheOf() })
    const other = await anAutomationService(createEngine, { cache: cacheOf(), besides: api })
    const ring = () => api.automations.deps.wake.ring(runTopic)
    let rings = 0
    other.automations.deps.wake.listen(runTopic, () => {
      rings += 1
    })
    const worker = other.automations.startWorker()
    try {
      const { companyId } = await aRuleOf(api, 'co_away', receiver.url)
      await expect
        .poll(
          () => {
            ring()
            return rings
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0)

      await redis.stop()
      rings = 0
      await api.publish(companyId)
      ring()
      await arrivedAre(1)
      expect(rings).toBe(0)

      other.dispatcher.start()
      // Its readers have looked, and pause: nothing tells them that another process writes one more.
      await wait(500)
      await sql`
        insert into platform.events
          (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data)
        select company_id, ${newId('evt', api.now())}, type, version, occurred_at, entity_type, entity_id,
               entity_version, data
        from platform.events where company_id = ${companyId} and type = 'order.created'
      `.execute(api.database.pool)
      await arrivedAre(2)
    } finally {
      await other.dispatcher.stop()
      await worker.stop()
      await other.close()
      await api.close()
      await redis.stop()
    }
  }, 180_000)

  const arrivedAre = (many: number) =>
    expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBe(many)
})

describe('a dead letter', () => {
  const operator = anOperator()

  beforeAll(async () => {
    // The test before has stopped the threads with its worker.
    await service.close()
    service = await anAutomationService(createEngine)
  })

  async function aDeadLetter() {
    const rule = await aRule()
    receiver.answers({ status: 503 })
    await service.publish(rule.companyId)
    await untilGivenUp()
    const [letter] = await service.automations.deadLetters({ limit: 1 })
    return { ...rule, runId: letter?.id ?? '', letter }
  }
  const firing = async (automationId: string) =>
    (await service.incidents.list({ status: 'firing' }, { limit: 100 })).filter(
      ({ dedupeKey }) => dedupeKey === automationId,
    )

  it('is recorded and notified after the last attempt', async () => {
    const { letter, id, companyId } = await aDeadLetter()
    expect(letter).toMatchObject({ state: 'DEAD_LETTERED', attempts: 6, lastError: 'status 503' })
    expect(receiver.received).toHaveLength(6)
    expect(await firing(id)).toMatchObject([{ key: 'automation.dead-letter', companyId }])
    const age = (await service.automations.metrics()).oldestDeadLetterAgeSeconds
    service.advance(secondsMs(90))
    const { oldestDeadLetterAgeSeconds } = await service.automations.metrics()
    expect(age).toBe(3_600)
    expect(oldestDeadLetterAgeSeconds).toBe(3_690)
    const { automations } = service
    const seen = { id, state: 'ACTIVE', hasDraft: false, held: 0, deadLetters: 1 }
    const lastRun = { id: letter?.id, state: 'DEAD_LETTERED' }
    expect(await automations.watch({ companyId, limit: 10 })).toMatchObject([{ ...seen, lastRun }])
    expect(await automations.watch({ companyId, state: 'HELD', limit: 10 })).toEqual([])
    expect(await automations.watch({ companyId, before: id, limit: 10 })).toEqual([])
    const [run] = await automations.recentRuns({ state: 'DEAD_LETTERED' }, { limit: 1 })
    expect(run).toEqual(letter)
    const older = await automations.recentRuns({}, { before: run?.id ?? '', limit: 100 })
    expect(older.map((one) => one.id)).not.toContain(run?.id)
  })

  it('is replayed once, however often a person asks for it', async () => {
    const { runId, id, actor } = await aDeadLetter()
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    const replay = () =>
      service.automations.review(operator, runId, { outcome: 'replayed', note: 'It is back.' })
    const [one, other] = await Promise.all([replay(), replay()])
    expect(one.outcome ?? other.outcome).toMatchObject({ outcome: 'replayed', by: operator.id })
    await service.run()
    await replay()
    await service.run()
    expect(receiver.received).toHaveLength(1)
    expect((await service.automations.getRun(actor, runId)).run).toMatchObject({
      state: 'SUCCEEDED',
      outcome: { outcome: 'replayed', by: operator.id, note: 'It is back.' },
    })
    expect(await firing(id)).toEqual([])
  })

  it('waits for another review when its replay fails', async () => {
    const { runId } = await aDeadLetter()
    await service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await untilGivenUp()
    expect((await service.automations.deadLetters({ limit: 100 })).map(({ id }) => id)).toContain(
      runId,
    )
  })

  it('handled by hand is not run again and keeps its outcome', async () => {
    const { runId } = await aDeadLetter()
    const before = (await service.automations.metrics()).deadLetterCount
    const review = (outcome: Outcome) =>
      service.automations.review(operator, runId, { outcome, note: 'Called them.' })
    await review('handled_manually')
    expect((await service.automations.metrics()).deadLetterCount).toBe(before - 1)
    for (const other of ['replayed', 'intentionally_deferred'] as const) {
      await expect(review(other)).rejects.toMatchObject({ code: 'automations.outcome_recorded' })
    }
    expect((await listed('handled_manually')).map(({ id }) => id)).toContain(runId)
    expect((await listed('intentionally_deferred')).map(({ id }) => id)).not.toContain(runId)
  })

  it('that was deferred can still be replayed once, with every review kept', async () => {
    const { runId, actor } = await aDeadLetter()
    const colleague = { ...operator, id: 'usr_colleague' }
    const { deadLetterCount, deferredCount } = await service.automations.metrics()
    const defer = { outcome: 'intentionally_deferred', note: 'Until the ERP is back.' } as const
    await service.automations.review(operator, runId, defer)
    await service.automations.review(colleague, runId, defer)
    expect((await open()).map(({ id }) => id)).not.toContain(runId)
    expect(await service.automations.metrics()).toMatchObject({
      deadLetterCount: deadLetterCount - 1,
      deferredCount: deferredCount + 1,
    })
    const [deferred] = await listed('intentionally_deferred')
    expect(deferred).toMatchObject({ id: runId, outcome: { by: operator.id }, decisions: [defer] })

    service.advance(hoursMs(8))
    receiver.answers({ status: 204 })
    receiver.received.length = 0
    const replay = () =>
      service.automations.review(colleague, runId, { outcome: 'replayed', note: undefined })
    await Promise.all([replay(), replay()])
    await service.run()
    await replay()
    await service.run()
    expect(receiver.received).toHaveLength(1)
    const { run } = await service.automations.getRun(actor, runId)
    expect(run).toMatchObject({ state: 'SUCCEEDED', outcome: { outcome: 'replayed' } })
    expect(run.decisions.map(({ outcome, by, at }) => [outcome, by, at])).toEqual([
      ['intentionally_deferred', operator.id, deferred?.outcome?.at],
      ['replayed', colleague.id, service.now()],
    ])
  })

  it('is replayed after its rule was paused and resumed', async () => {
    const { runId, actor, id } = await aDeadLetter()
    receiver.answers({ status: 204 })
    await service.automations.change(actor, id, { state: 'PAUSED' })
    await service.automations.change(actor, id, { state: 'ACTIVE' })
    await service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await service.run()
    expect((await service.automations.getRun(actor, runId)).run.state).toBe('SUCCEEDED')
  })

  it('is not replayed while its rule is paused or after its deletion, and waits for a review', async () => {
    const { runId, actor, id } = await aDeadLetter()
    const replay = () =>
      service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    const refused = { code: 'automations.rule_not_active', status: 409 }
    await service.automations.change(actor, id, { state: 'PAUSED' })
    await expect(replay()).rejects.toMatchObject(refused)
    await service.run()
    expect((await service.automations.getRun(actor, runId)).run).toMatchObject({
      state: 'DEAD_LETTERED',
      outcome: undefined,
      decisions: [],
    })
    expect(await firing(id)).toHaveLength(1)

    await service.automations.delete(actor, id)
    await expect(replay()).rejects.toMatchObject(refused)
    await service.automations.review(operator, runId, {
      outcome: 'handled_manually',
      note: undefined,
    })
    expect(await firing(id)).toEqual([])
  })

  it('keeps its event beyond the retention period for a replay, up to a limit', async () => {
    const { runId, actor, companyId } = await aDeadLetter()
    const keep = () =>
      keepPartitions(
        { database: service.database, log: service.automations.deps.log },
        [eventPartitions(2, neededByRuns)],
        service.now(),
      )
    const events = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from platform.events where company_id = ${companyId} and type = 'order.created'
      `.execute(service.database.pool)
      return rows[0]?.count
    }
    const replay = () =>
      service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await keep()
    service.advance(daysMs(4))
    const { needed } = await keep()
    expect(needed).toContainEqual(expect.stringContaining('automation runs'))
    expect(await events()).toBe(1)
    receiver.received.length = 0
    await replay()
    await service.run()
    expect(receiver.received).toHaveLength(1)
    expect((await service.automations.getRun(actor, runId)).run.state).toBe('RETRYING')

    await untilGivenUp()
    service.advance(daysMs(31))
    await keep()
    expect(await events()).toBe(0)
    await expect(replay()).rejects.toMatchObject({ code: 'automations.event_gone', status: 409 })
    expect((await open()).map(({ id }) => id)).toContain(runId)
  })

  it('fails without a call when its event expired during the wait', async () => {
    const { runId, actor, companyId } = await aDeadLetter()
    await service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await sql`delete from platform.events where company_id = ${companyId}`.execute(
      service.database.pool,
    )
    receiver.received.length = 0
    await service.run()
    expect((await service.automations.getRun(actor, runId)).run).toMatchObject({
      state: 'FAILED',
      reason: 'event_gone',
    })
    expect(receiver.received).toHaveLength(0)
  })

  it('marks its replay for the receiver; an ordinary retry has no mark', async () => {
    const { runId } = await aDeadLetter()
    const marks = () => receiver.received.map(({ headers }) => headers['webhook-replay'])
    expect(marks()).toEqual(Array.from({ length: 6 }, () => undefined))
    receiver.received.length = 0
    await service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await service.run()
    service.advance(hoursMs(1))
    receiver.answers({ status: 204 })
    await service.run()
    expect(marks()).toEqual(['true', 'true'])
  })

  it('records the time of its last attempt when a worker died in it', async () => {
    const { companyId, actor, id } = await aRule()
    await service.publish(companyId)
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await service.database.transaction((tx) => claimRuns(tx, service.now(), { batchMax: 20 }))
      service.advance(hoursMs(1))
      await keepHouse(service.automations.deps)
    }
    const [run] = await service.automations.listRuns(actor, id, {}, { limit: 1 })
    expect(run).toMatchObject({ state: 'DEAD_LETTERED', finishedAt: service.now() })
  })

  const open = () => service.automations.deadLetters({ limit: 100 })
  const listed = (outcome: LastingOutcome) =>
    service.automations.deadLetters({ outcome, limit: 100 })
})

/** All attempts that there are, by the clock of the service. */
async function untilGivenUp(): Promise<void> {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await service.run()
    service.advance(hoursMs(1))
  }
}

const aRule = () => aRuleOf(service, `co_${count}`, receiver.url)

const backlog = async () =>
  (await service.dispatcher.lag()).reduce((sum, { behind }) => sum + behind, 0)
