import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import {
  type ARule,
  anAdmin,
  anOperator,
  aRule as aRuleOf,
  useAutomationService,
} from '#testing/automation-service'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { createEngine } from './engine.ts'
import { failingLimits, isFailing } from './failing.ts'
import { keepHouse } from './worker.ts'

let receiver: Receiver
let count = 0
const service = await useAutomationService(createEngine)

beforeEach(async () => {
  receiver = await aReceiver()
  count += 1
})
afterEach(async () => {
  service.advance(minutesMs(2))
  await receiver.close()
})

describe('a condition that would abort the process', () => {
  const wish = { name: 'Hostile', eventType: 'order.created', runsPerMinute: 60 }
  /** Each join makes the text 80 times as long. */
  const grown = (start: string) =>
    `${start}${`.split("").join("${'x'.repeat(80)}")`.repeat(5)}.size() > 0`

  it('is refused on saving when it is constant', async () => {
    const saved = service.automations.create(anAdmin(`co_safe_${count}`), {
      ...wish,
      condition: grown('"aaaaaaaaaa"'),
      actions: [{ type: 'call_url', url: receiver.url }],
      state: 'DRAFT',
    })
    await expect(saved).rejects.toMatchObject({
      code: 'automations.condition_invalid',
      details: { reason: 'fails_always' },
    })
  })

  it('fails its own run and no other', async () => {
    const hostile = await aRuleOf(service, `co_safe_${count}`, receiver.url, {
      condition: grown('event.id'),
    })
    const others = [await aRule(), await aRuleOf(service, `co_beside_${count}`, receiver.url)]
    await service.publish(`co_safe_${count}`)
    await service.publish(`co_beside_${count}`)
    await runAll()
    expect(await countOf(hostile, 'FAILED', 'condition_failed')).toBe(1)
    expect(receiver.received).toHaveLength(others.length)
    const { tried } = await service.automations.dryRun(hostile.actor, hostile.id, 1)
    expect(tried).toMatchObject([
      { evaluation: { outcome: 'failed', error: expect.stringMatching(/^It makes/) } },
    ])
  })
})

describe('the kill switch', () => {
  const operator = anOperator()

  it('holds 10,000 waiting runs at once, starts none, and lets all continue', async () => {
    const rule = await aRule()
    const ten = 10_000
    await sql`
      insert into automations.runs
        (company_id, id, automation_id, version, event_id, event_type, state, depth, path, available_at, created_at)
      select ${rule.companyId}, 'run_' || n, ${rule.id}, 1, 'evt_' || n, 'order.created', 'PENDING', 1,
             ${[rule.id]}::text[], ${service.now()}, ${service.now()}
      from generate_series(1, ${ten}::int) as n
    `.execute(service.database.pool)

    await service.automations.switchOff(operator, rule.companyId, 'A receiver is flooded.')
    expect(await countOf(rule, 'HELD', 'switched_off')).toBe(ten)
    expect(await service.run()).toBe(0)
    expect(receiver.received).toEqual([])

    expect(await service.automations.switchOn(operator, rule.companyId)).toBe(ten)
    expect(await countOf(rule, 'PENDING')).toBe(ten)
    await sql`delete from automations.runs where company_id = ${rule.companyId}`.execute(
      service.database.pool,
    )
  })

  it('refuses an unknown company and stops nobody', async () => {
    const off = service.automations.switchOff(operator, 'co_nobody', 'A mistyped id.')
    await expect(off).rejects.toMatchObject({ code: 'automations.switch_company_unknown' })
    expect(await service.automations.switches()).toEqual([])
  })

  it('lets held runs continue by themselves after it is off', async () => {
    const rule = await aRule()
    await service.publish(rule.companyId)
    await sql`
      update automations.runs set state = 'HELD', reason = 'switched_off'
      where company_id = ${rule.companyId}
    `.execute(service.database.pool)
    await keepHouse(service.automations.deps)
    await service.run()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('an automation that fails every time', () => {
  it('is paused with a notice, holds what waits, and continues when the receiver answers', async () => {
    const rule = await aRule()
    receiver.answers({ status: 410 })
    const amounts = Array.from({ length: failingLimits.runsMin + 15 }, () => '5.00')
    await service.publish(rule.companyId, amounts)
    await runAll()

    const { automation } = await service.automations.get(rule.actor, rule.id)
    expect(automation.state).toBe('PAUSED')
    expect(automation.failingSince).toBeDefined()
    const failed = (await countOf(rule, 'FAILED')) ?? 0
    // Those that were under way when it was paused were counted too.
    expect(failed).toBeGreaterThanOrEqual(failingLimits.runsMin)
    expect(failed).toBeLessThan(failingLimits.runsMin + 10)
    expect(await countOf(rule, 'HELD', 'rule_failing')).toBe(amounts.length - failed)
    expect(await mailsOf(rule)).toEqual(['The automation "Orders" is paused'])

    receiver.answers({ status: 204 })
    service.advance(hoursMs(1))
    const resumed = await service.automations.change(rule.actor, rule.id, { state: 'ACTIVE' })
    expect(resumed).toMatchObject({ state: 'ACTIVE', failingSince: undefined })
    const released = await service.automations.release(rule.actor, rule.id)
    expect(released).toEqual({ released: amounts.length - failed, remaining: 0 })
    service.advance(minutesMs(2))
    await runAll()
    expect(await countOf(rule, 'SUCCEEDED')).toBe(released.released)
  })

  it.each([
    // So many of a day, and whether that is only failing.
    [19, 0, false],
    [19, 1, true],
    [38, 2, true],
    [37, 3, false],
  ])('%i failures and %i successes in a day: %s', async (failed, succeeded, isPaused) => {
    expect(isFailing({ finished: failed + succeeded, failed })).toBe(isPaused)
    const rule = await aRule()
    const finished = async (state: string, amount: number, hoursAgo: number) =>
      sql`
      insert into automations.runs
        (company_id, id, automation_id, version, event_id, event_type, state, depth, path, available_at, created_at,
         finished_at)
      select ${rule.companyId}, 'run_' || ${state} || ${hoursAgo}::int || n, ${rule.id}, 1,
             'evt_' || ${state} || ${hoursAgo}::int || n, 'order.created', ${state}, 1, ${[rule.id]}::text[],
             ${service.now()}, ${service.now()}, ${after(service.now(), -hoursMs(hoursAgo))}
      from generate_series(1, ${amount}::int) as n
    `.execute(service.database.pool)
    service.advance(hoursMs(48))
    // Yesterday it only succeeded, and that does not count.
    await finished('SUCCEEDED', 40, 25)
    await finished('FAILED', failed - 1, 23)
    await finished('SUCCEEDED', succeeded, 1)
    receiver.answers({ status: 410 })
    await service.publish(rule.companyId)
    await service.run()
    const { automation } = await service.automations.get(rule.actor, rule.id)
    expect(automation.state).toBe(isPaused ? 'PAUSED' : 'ACTIVE')
    expect(await mailsOf(rule)).toHaveLength(isPaused ? 1 : 0)
    if (!isPaused) return

    // Whoever resumes it has mended it: what failed before does not pause it again.
    await service.automations.change(rule.actor, rule.id, { state: 'ACTIVE' })
    service.advance(secondsMs(1))
    await service.publish(rule.companyId)
    await service.run()
    const resumed = await service.automations.get(rule.actor, rule.id)
    expect(resumed.automation.state).toBe('ACTIVE')
  })
})

describe('a replaced secret', () => {
  it('signs beside the new one for a day', async () => {
    const rule = await aRule()
    const rotated = await service.automations.rotateSecret(rule.actor, rule.id)
    const verifies = async () => {
      receiver.received.length = 0
      await service.publish(rule.companyId)
      await service.run()
      const { headers = {}, body = '' } = receiver.received[0] ?? {}
      return [rule.secret, rotated.secret].map((secret) => {
        const signed = String(headers['webhook-signature']).split(' ')
        const one = new Webhook(secret)
        const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
        return signed.includes(one.sign(String(headers['webhook-id']), at, body))
      })
    }
    expect(rotated.secret).not.toBe(rule.secret)
    expect(await verifies()).toEqual([true, true])
    service.advance(hoursMs(24))
    expect(await verifies()).toEqual([false, true])
    const stranger = anAdmin('co_stranger')
    await expect(service.automations.rotateSecret(stranger, rule.id)).rejects.toMatchObject({
      code: 'automations.automation_not_found',
    })
  })
})

/** Ten of a company at once, and who finds no place waits a second. */
async function runAll(): Promise<void> {
  for (let second = 0; second < 6; second += 1) {
    await service.run()
    service.advance(secondsMs(1))
  }
}

const aRule = () => aRuleOf(service, `co_safe_${count}`, receiver.url)

const countOf = async ({ companyId }: ARule, state: string, reason: string | null = null) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from automations.runs
    where company_id = ${companyId} and state = ${state} and (${reason}::text is null or reason = ${reason})
  `.execute(service.database.pool)
  return rows[0]?.count
}

const mailsOf = async ({ companyId }: ARule) => {
  const { rows } = await sql<{ subject: string }>`
    select payload ->> 'subject' as subject from platform.jobs
    where name = 'platform.send_mail' and payload ->> 'to' = ${`admin@${companyId.replace('_', '-')}.example`}
  `.execute(service.database.pool)
  return rows.map(({ subject }) => subject)
}
