import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hoursMs } from '#kernel/time'
import {
  type AutomationService,
  anAutomationService,
  anOperator,
  aRule as aRuleOf,
} from '#testing/automation-service'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { turn } from './engine.ts'

let service: AutomationService
let receiver: Receiver
let count = 0

beforeAll(async () => {
  service = await anAutomationService(turn)
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await aReceiver()
  count += 1
})
afterEach(() => receiver.close())

const operator = anOperator()

const aRule = () => aRuleOf(service, `co_${count}`, receiver.url)

const backlog = async () =>
  (await service.dispatcher.lag()).reduce((sum, { behind }) => sum + behind, 0)

/** All attempts that there are, by the clock of the service. */
async function untilGivenUp(): Promise<void> {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await service.run()
    service.advance(hoursMs(1))
  }
}

describe('what cannot be done at once', () => {
  it('is in the replay queue while what is called fails, and done when it answers', async () => {
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

  it('is in the outbox while there is no engine, which drains it by itself when it is back', async () => {
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

  it('is in the backlog of the stream while nobody reads it into the outbox', async () => {
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

  it('is done by the worker with nobody’s help', async () => {
    const { companyId } = await aRule()
    await service.publish(companyId)
    const worker = service.automations.startWorker()
    while (receiver.received.length === 0) await wait(20)
    await worker.stop()
  })
})

describe('a dead letter', () => {
  beforeAll(async () => {
    // The test before has stopped the threads with its worker.
    await service.close()
    service = await anAutomationService(turn)
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

  it('is what was given up after the last attempt, and is told', async () => {
    const { letter, id, companyId } = await aDeadLetter()
    expect(letter).toMatchObject({ state: 'DEAD_LETTERED', attempts: 6, lastError: 'status 503' })
    expect(receiver.received).toHaveLength(6)
    expect(await firing(id)).toMatchObject([{ key: 'automation.dead-letter' }])
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

  it('is replayed once, however often that is asked for', async () => {
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

  it('that fails again waits for another word', async () => {
    const { runId } = await aDeadLetter()
    await service.automations.review(operator, runId, { outcome: 'replayed', note: undefined })
    await untilGivenUp()
    expect((await service.automations.deadLetters({ limit: 100 })).map(({ id }) => id)).toContain(
      runId,
    )
  })

  it.each(['handled_manually', 'intentionally_deferred'] as const)(
    'that is %s is not run again, and keeps its outcome',
    async (outcome) => {
      const { runId } = await aDeadLetter()
      const before = (await service.automations.metrics()).deadLetterCount
      await service.automations.review(operator, runId, { outcome, note: 'Called them.' })
      expect((await service.automations.metrics()).deadLetterCount).toBe(before - 1)
      await expect(
        service.automations.review(operator, runId, { outcome: 'replayed', note: undefined }),
      ).rejects.toMatchObject({ code: 'automations.outcome_recorded' })
    },
  )
})
