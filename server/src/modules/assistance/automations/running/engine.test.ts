import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import {
  anAdmin,
  anOperator,
  aRule as aRuleOf,
  hashOfRows,
  useAutomationService,
} from '#testing/automation-service'
import { aReceiver, type Received, type Receiver } from '#testing/webhooks'
import type { Action } from '../editing/automation.ts'
import { createEngine } from './engine.ts'
import { claimRuns } from './queue-store.ts'
import type { Run } from './run.ts'
import { keepHouse } from './worker.ts'

let receiver: Receiver
let count = 0
const service = await useAutomationService(createEngine)

beforeEach(async () => {
  receiver = await aReceiver()
  count += 1
})
afterEach(async () => {
  // What counts in a minute is over for the next test.
  service.advance(minutesMs(2))
  await receiver.close()
})

const operator = anOperator()

describe('an automation', () => {
  it('calls its signed address when its condition holds, and traces the condition', async () => {
    const rule = await aRule()
    const [small, large] = await service.publish(rule.companyId, ['99.99', '100.00'])
    await service.run()

    expect(receiver.received).toHaveLength(1)
    const { headers, body }: Received = receiver.received[0] ?? { headers: {}, body: '' }
    const verified = new Webhook(rule.secret).verify(body, headers as Record<string, string>)
    const run = (await runsOf(rule)).find(({ eventId }) => eventId === large)
    expect(verified).toMatchObject({ type: 'automation.action', event: { id: large } })
    expect(headers['webhook-id']).toBe(`${run?.id}:1`)
    expect(run).toMatchObject({ state: 'SUCCEEDED', trace: [{ value: true }] })
    expect((await runsOf(rule)).find(({ eventId }) => eventId === small)).toMatchObject({
      state: 'SKIPPED',
      trace: [{ value: false }],
    })
    expect(await eventsOf(rule.companyId, 'automation.run.succeeded')).toMatchObject([
      { runId: run?.id, automationId: rule.id },
    ])
  })

  it('runs once for an event that is recorded twice, and not for events before its publication', async () => {
    const before = `co_${count}`
    await service.publish(before, ['500'])
    service.advance(1_000)
    const rule = await aRule()
    await service.publish(rule.companyId, ['500'])
    await sql`
      update platform.subscriptions set position = 0 where name = 'automations.record_runs'
    `.execute(service.database.pool)
    await service.dispatcher.drain()
    await service.run()
    expect(await statesOf(rule)).toEqual(['SUCCEEDED'])
  })

  it('performs each action once, wherever the process dies', async () => {
    const notify: Action = { type: 'notify', subject: 'A large order', message: 'Look.' }
    const rule = await aRule({ actions: [notify, { type: 'call_url', url: receiver.url }, notify] })
    receiver.answers({ status: 503 })
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(await statesOf(rule)).toEqual(['RETRYING'])

    // A worker takes it and is never heard of again.
    service.advance(minutesMs(1))
    const { pool } = service.database
    const { claimed } = await service.database.transaction((tx) =>
      claimRuns(tx, service.now(), { batchMax: 20 }),
    )
    expect(claimed).toHaveLength(1)
    receiver.answers({ status: 204 })
    service.advance(minutesMs(5))
    await keepHouse(service.automations.deps)
    await service.run()

    const [run] = await runsOf(rule)
    expect(run?.state).toBe('SUCCEEDED')
    const { steps } = await service.automations.getRun(rule.actor, run?.id ?? '')
    expect(steps.map(({ stepId }) => stepId)).toEqual([1, 2, 3])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from platform.jobs
      where name = 'platform.send_mail' and payload ->> 'dedupeKey' like ${`${run?.id}:%`}
    `.execute(pool)
    expect(rows[0]?.count).toBe(2)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      `${run?.id}:2`,
      `${run?.id}:2`,
    ])
  })

  it('fails without a retry when its receiver answers 410', async () => {
    const rule = await aRule()
    receiver.answers({ status: 410 })
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(await runsOf(rule)).toMatchObject([{ state: 'FAILED', reason: 'action_failed' }])
    expect(await eventsOf(rule.companyId, 'automation.run.failed')).toHaveLength(1)
  })

  it('is held when it runs too often, loses no run, and continues after the release', async () => {
    const rule = await aRule({ runsPerMinute: 2 })
    await service.publish(rule.companyId, ['500', '500', '500', '500', '500'])
    await service.run()
    expect(await statesOf(rule)).toEqual(['HELD', 'HELD', 'HELD', 'SUCCEEDED', 'SUCCEEDED'])
    expect((await service.automations.get(rule.actor, rule.id)).held).toBe(3)

    expect(await service.automations.release(rule.actor, rule.id)).toEqual({
      released: 3,
      remaining: 0,
    })
    await service.run()
    expect((await statesOf(rule)).filter((state) => state === 'SUCCEEDED')).toHaveLength(3)
    service.advance(secondsMs(61))
    await service.run()
    expect(new Set(await statesOf(rule))).toEqual(new Set(['SUCCEEDED']))
    expect(receiver.received).toHaveLength(5)
  })

  it('has at most ten runs of its company under way', async () => {
    const rule = await aRule()
    await service.publish(
      rule.companyId,
      Array.from({ length: 14 }, () => '500'),
    )
    const claim = () => claimWithin(20)
    const [one, other] = await Promise.all([claim(), claim()])
    expect(one.length + other.length).toBe(10)
    service.advance(minutesMs(5))
    await keepHouse(service.automations.deps)
    await service.run()
    expect(receiver.received).toHaveLength(14)
  })

  it('is not delayed by a company with ten running and many waiting runs', async () => {
    const busy = await aRule()
    await service.publish(
      busy.companyId,
      Array.from({ length: 60 }, () => '500'),
    )
    const claim = () => claimWithin(20)
    expect(await claim()).toHaveLength(10)
    count += 1
    const other = await aRule()
    await service.publish(other.companyId, ['500'])
    expect(await claim()).toMatchObject([{ run: { companyId: other.companyId } }])
    service.advance(minutesMs(5))
    await service.automations.delete(busy.actor, busy.id)
    await keepHouse(service.automations.deps)
    await service.run()
  })

  it('is not delayed by the hanging receivers of another company', async () => {
    const slow = await aRule()
    receiver.answers({ delayMs: 60_000 })
    await service.publish(
      slow.companyId,
      Array.from({ length: 14 }, () => '500'),
    )
    const engine = createEngine(service.automations.deps)
    expect(await engine.turn()).toBe(10)
    await expect.poll(() => receiver.received.length).toBe(10)

    count += 1
    const quick = await aRule({
      actions: [{ type: 'notify', subject: 'An order', message: 'Look.' }],
    })
    await service.publish(quick.companyId, ['500'])
    expect(await engine.turn()).toBe(1)
    await expect.poll(() => statesOf(quick)).toEqual(['SUCCEEDED'])
    const states = await statesOf(slow)
    expect(states.filter((state) => state === 'LEASED')).toHaveLength(10)
    expect(states.filter((state) => state === 'PENDING')).toHaveLength(4)

    await engine.stop()
    expect((await runsOf(slow)).map(({ attempts }) => attempts)).toEqual(Array(14).fill(0))
    await service.automations.delete(slow.actor, slow.id)
    await service.run()
  })

  it('gets its turn beside a company with a longer backlog than a batch', async () => {
    const busy = await aRule({ condition: 'false' })
    await service.publish(
      busy.companyId,
      Array.from({ length: 120 }, () => '500'),
    )
    service.advance(1_000)
    count += 1
    const other = await aRule({ condition: 'false' })
    await service.publish(other.companyId, ['500'])
    const engine = createEngine(service.automations.deps)

    expect(await engine.turn()).toBe(10)
    await engine.settled()
    expect(await engine.turn()).toBe(11)
    await engine.settled()
    expect(await statesOf(other)).toEqual(['SKIPPED'])
    await service.run()
    expect(await statesOf(busy)).toEqual(Array(100).fill('SKIPPED'))
  })

  it('retries at once a call that our own shutdown cut off, without losing an attempt', async () => {
    const rule = await aRule()
    receiver.answers({ status: 503 })
    await service.publish(rule.companyId, ['500'])
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await service.run()
      service.advance(minutesMs(60))
    }
    // The sixth attempt is the last.
    receiver.answers({ status: 204, delayMs: 60_000 })
    const engine = createEngine(service.automations.deps)
    await engine.turn()
    await expect.poll(() => receiver.received.length).toBe(6)
    await engine.stop()
    expect(await runsOf(rule)).toMatchObject([{ state: 'RETRYING', attempts: 5 }])
    receiver.answers({ status: 204 })
    await service.run()
    expect(await runsOf(rule)).toMatchObject([{ state: 'SUCCEEDED', attempts: 6 }])
  })

  it('starts no queued run while it is paused', async () => {
    const rule = await aRule()
    await service.publish(rule.companyId, ['500', '500'])
    await service.automations.change(rule.actor, rule.id, { state: 'PAUSED' })
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(await statesOf(rule)).toEqual(['CANCELLED', 'CANCELLED'])
    await service.automations.change(rule.actor, rule.id, { state: 'ACTIVE' })
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(receiver.received).toHaveLength(1)
  })

  it.each(['all', 'its company'])('is held while %s is switched off', async (whom) => {
    const rule = await aRule()
    const scope = whom === 'all' ? 'all' : rule.companyId
    await service.publish(rule.companyId, ['500'])
    await service.automations.switchOff(operator, scope, 'A receiver is flooded.')
    await service.run()
    expect(await runsOf(rule)).toMatchObject([{ state: 'HELD', reason: 'switched_off' }])
    expect(await service.automations.switchOn(operator, scope)).toBe(1)
    await service.run()
    expect(await statesOf(rule)).toEqual(['SUCCEEDED'])
  })

  it('changes by its draft: running runs keep the published version', async () => {
    const rule = await aRule()
    await service.automations.change(rule.actor, rule.id, { condition: 'false' })
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(receiver.received).toHaveLength(1)
    const { published, draft } = (await service.automations.get(rule.actor, rule.id)).automation
    expect([published?.version, draft?.version]).toEqual([1, 2])

    await service.automations.publish(rule.actor, rule.id)
    await service.publish(rule.companyId, ['500'])
    await service.run()
    expect(receiver.received).toHaveLength(1)
    await expect(service.automations.publish(rule.actor, rule.id)).rejects.toMatchObject({
      code: 'automations.nothing_to_publish',
    })
  })

  it('belongs to its company alone', async () => {
    const rule = await aRule()
    const stranger = anAdmin('co_stranger')
    const { automations } = service
    const attempts: (() => Promise<unknown>)[] = [
      () => automations.get(stranger, rule.id),
      () => automations.change(stranger, rule.id, { state: 'PAUSED' }),
      () => automations.delete(stranger, rule.id),
      () => automations.publish(stranger, rule.id),
      () => automations.release(stranger, rule.id),
      () => automations.dryRun(stranger, rule.id, 1),
      () => automations.listRuns(stranger, rule.id, {}, { limit: 1 }),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'automations.automation_not_found' })
    }
  })
})

describe('a dry run', () => {
  it('reports what the draft would do for the last events and writes nothing', async () => {
    const rule = await aRule({ state: 'DRAFT' })
    const ids: string[] = []
    for (const amount of ['1', '100', '200']) {
      ids.push(...(await service.publish(rule.companyId, [amount])))
      service.advance(1_000)
    }
    const before = await hashOfRows(service)
    const { version, tried } = await service.automations.dryRun(rule.actor, rule.id, 2)
    expect(version).toBe(1)
    expect(tried.map(({ eventId, evaluation }) => [eventId, evaluation.outcome])).toEqual([
      [ids[2], 'held'],
      [ids[1], 'held'],
    ])
    expect(tried[0]?.evaluation.trace).toHaveLength(1)
    expect(await hashOfRows(service)).toBe(before)
    expect(receiver.received).toHaveLength(0)
  })
})

describe('rules that trigger each other', () => {
  it('do not run for their own effects, and say so', async () => {
    const rule = await aRule({ eventType: 'automation.run.succeeded', condition: '' })
    const first = await aRule({ condition: '' })
    await service.publish(rule.companyId)
    await service.run()
    const runs = await runsOf(rule)
    expect(runs.map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ['REFUSED', 'triggers_itself'],
      ['SUCCEEDED', undefined],
    ])
    expect(runs.find(({ state }) => state === 'SUCCEEDED')).toMatchObject({
      depth: 2,
      path: [first.id, rule.id],
    })
  })

  it('stop at depth eight', async () => {
    const start = await aRule({ condition: '' })
    const rules = [start]
    for (let n = 1; n <= 9; n += 1) {
      const before = rules.at(-1)?.id
      const condition = `data.automationId == "${before}"`
      rules.push(await aRule({ eventType: 'automation.run.succeeded', condition }))
    }
    await service.publish(start.companyId)
    await service.run()
    const reached = await Promise.all(
      rules.map(async (rule) => (await runsOf(rule)).some(({ state }) => state === 'SUCCEEDED')),
    )
    expect(reached).toEqual([...Array.from({ length: 8 }, () => true), false, false])
    const reasons = (await runsOf(rules[8] ?? start)).map(({ reason }) => reason)
    expect(reasons).toContain('too_deep')
  })
})

const aRule = (wishes: Parameters<typeof aRuleOf>[3] = {}) =>
  aRuleOf(service, `co_${count}`, receiver.url, {
    name: 'Large orders',
    condition: 'decimal(data.total.amount) >= decimal("100")',
    ...wishes,
  })

const runsOf = ({ actor, id }: { actor: ReturnType<typeof anAdmin>; id: string }): Promise<Run[]> =>
  service.automations.listRuns(actor, id, {}, { limit: 100 })

const statesOf = async (rule: Parameters<typeof runsOf>[0]) =>
  (await runsOf(rule)).map(({ state }) => state).sort()

const eventsOf = async (companyId: string, type: string) => {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from platform.events where company_id = ${companyId} and type = ${type}
  `.execute(service.database.pool)
  return rows.map(({ data }) => data)
}

const claimWithin = async (batchMax: number) => {
  const { database, now } = service
  const { claimed } = await database.transaction((tx) => claimRuns(tx, now(), { batchMax }))
  return claimed
}
