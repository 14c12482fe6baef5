import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { type ARule, aRule as aRuleOf, useAutomationService } from '#testing/automation-service'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { createEngine } from '../running/engine.ts'
import { holdWaitingOf } from '../running/failing-store.ts'
import { batchMax } from '../running/in-batches.ts'
import { keepHouse } from '../running/worker.ts'

let receiver: Receiver
let count = 0
const service = await useAutomationService(createEngine)
await knowOtherCompaniesOnly()

beforeEach(async () => {
  receiver = await aReceiver()
  count += 1
})
afterEach(async () => {
  service.advance(minutesMs(2))
  await receiver.close()
})

describe('runs that are held because there were too many', () => {
  const subject = 'Runs of "Orders" are held'

  it('notify the company once, in the product and by mail, until a person releases them', async () => {
    const rule = await aRule()
    await service.publish(rule.companyId, ['1', '1', '1'])
    await service.run()
    service.advance(secondsMs(5))
    await service.publish(rule.companyId, ['1'])
    await service.run()
    expect(await countOf(rule, 'HELD')).toBe(3)
    expect(await mailsOf(rule)).toEqual([subject])
    const notices = await service.automations.listNotices(rule.actor, { limit: 10 })
    expect(notices).toMatchObject([
      { subject, automationId: rule.id, entity: { type: 'automation', id: rule.id } },
    ])

    await service.automations.release(rule.actor, rule.id)
    service.advance(secondsMs(5))
    await service.publish(rule.companyId, ['1'])
    await service.run()
    expect(await mailsOf(rule)).toEqual([subject, subject])
    await forget(rule)
  })

  it('have all their attempts after the release, and count as no replay', async () => {
    const rule = await aRule()
    await service.publish(rule.companyId, ['1', '1'])
    await service.run()
    await service.automations.release(rule.actor, rule.id)
    receiver.received.length = 0
    receiver.answers({ status: 503 })
    for (let hour = 0; hour < 8; hour += 1) {
      service.advance(hoursMs(1))
      await service.run()
    }
    expect(await statesOf(rule)).toEqual(['DEAD_LETTERED', 'SUCCEEDED'])
    const marks = receiver.received.map(({ headers }) => headers['webhook-replay'])
    expect(marks).toEqual(Array.from({ length: 6 }, () => undefined))
    await forget(rule)
  })

  it('expire after 30 days, stay visible for as long again, and notify their company', async () => {
    const rule = await aRule()
    await service.publish(rule.companyId, ['1', '1', '1'])
    await service.run()
    service.advance(daysMs(29))
    await keepHouse(service.automations.deps)
    expect(await statesOf(rule)).toEqual(['HELD', 'HELD', 'SUCCEEDED'])

    const { expired } = await service.automations.metrics()
    service.advance(daysMs(2))
    await keepHouse(service.automations.deps)
    expect(await statesOf(rule)).toEqual(['EXPIRED', 'EXPIRED'])
    expect((await service.automations.metrics()).expired).toBe(expired + 2)
    expect(await mailsOf(rule)).toEqual([subject, 'Held runs of "Orders" have expired'])
    const { rows } = await sql`
      select details from platform.audit_entries
      where company_id = ${rule.companyId} and action = 'automations.runs_expired'
    `.execute(service.database.pool)
    expect(rows).toEqual([{ details: { expired: 2 } }])
    expect(await service.automations.release(rule.actor, rule.id)).toEqual({
      released: 0,
      remaining: 0,
    })
    await service.run()
    expect(receiver.received).toHaveLength(1)

    service.advance(daysMs(31))
    await keepHouse(service.automations.deps)
    expect(await statesOf(rule)).toEqual([])
  })

  it('can be released by an operator, who is named in the company’s audit log', async () => {
    const rule = await aRule()
    await insertRuns(rule, 2, { state: 'HELD', reason: 'too_many_runs' })
    const operator = { ...rule.actor, id: 'usr_of_us', companyId: 'co_of_us' as const }
    const released = await service.automations.releaseAny(operator, rule.id)
    expect(released).toEqual({ released: 2, remaining: 0 })
    expect(await countOf(rule, 'HELD')).toBe(0)
    const { rows } = await sql`
      select action from platform.audit_entries
      where company_id = ${rule.companyId} and actor_id = 'usr_of_us'
    `.execute(service.database.pool)
    expect(rows).toEqual([{ action: 'automations.automation_released' }])
    await expect(service.automations.releaseAny(operator, 'aut_none')).rejects.toMatchObject({
      code: 'automations.automation_not_found',
    })
    await forget(rule)
  })

  it('are released in batches, in order, and the answer names the rest', async () => {
    const rule = await aRule(60)
    await insertRuns(rule, batchMax + 3, { state: 'HELD', reason: 'too_many_runs' })
    const release = () => service.automations.release(rule.actor, rule.id)
    expect(await release()).toEqual({ released: batchMax, remaining: 3 })
    expect((await service.automations.get(rule.actor, rule.id)).held).toBe(3)
    expect(await release()).toEqual({ released: 3, remaining: 0 })
    const { rows } = await sql`
      select count(distinct available_at) as times, extract(epoch from max(available_at) - min(available_at))::int as seconds
      from automations.runs where company_id = ${rule.companyId} and state = 'PENDING'
    `.execute(service.database.pool)
    expect(rows).toEqual([{ times: batchMax + 3, seconds: batchMax + 2 }])

    await service.database.transaction((tx) => holdWaitingOf(tx, rule.companyId, rule.id))
    expect(await countOf(rule, 'HELD'), 'held again when the rule fails').toBe(batchMax)
    await forget(rule)
  })
})

describe('runs that are given up', () => {
  const subject = 'Ein Lauf von „Orders“ wurde aufgegeben'

  it('are one mail and one notice for each rule and day, in the language of the administrator', async () => {
    const rule = await aRuleOf(service, 'co_german', receiver.url)
    receiver.answers({ status: 503 })
    const giveUp = async () => {
      await service.publish(rule.companyId, ['1', '1'])
      for (let hour = 0; hour < 8; hour += 1) {
        await service.run()
        service.advance(hoursMs(1))
      }
    }
    await giveUp()
    expect(await statesOf(rule)).toEqual(['DEAD_LETTERED', 'DEAD_LETTERED'])
    expect(await mailsOf(rule)).toEqual([subject])
    const [notice, ...others] = await service.automations.listNotices(rule.actor, { limit: 10 })
    expect(others).toEqual([])
    const ids = (await service.automations.listRuns(rule.actor, rule.id, {}, { limit: 9 })).map(
      ({ id }) => id,
    )
    expect(
      ids.filter((id) => notice?.message.includes(`/api/v1/automations/runs/${id}`)),
    ).toHaveLength(1)
    expect(notice?.message).toContain('nach 6 Versuchen aufgegeben (action_failed)')

    await giveUp()
    expect(await mailsOf(rule)).toEqual([subject])
    service.advance(daysMs(1))
    await giveUp()
    expect(await mailsOf(rule)).toEqual([subject, subject])
    await forget(rule)
  })
})

describe('a paused rule', () => {
  it('ends all waiting and held runs', async () => {
    const rule = await aRule()
    await insertRuns(rule, batchMax + 1, { state: 'HELD', reason: 'too_many_runs' })
    await insertRuns(rule, 2, { state: 'PENDING' })
    await insertRuns(rule, 1, { state: 'RETRYING', pauses: null })
    await service.automations.change(rule.actor, rule.id, { state: 'PAUSED' })
    expect(await countOf(rule, 'CANCELLED')).toBe(batchMax + 4)
    expect(await endingOf(rule)).toBe(false)
    await forget(rule)
  })

  it('ends by housekeeping what was running at the pause and is held since', async () => {
    const rule = await aRule()
    await insertRuns(rule, 1, { state: 'PENDING' })
    await sql`
      update automations.runs set state = 'LEASED', lease_token = 'lse_1', lease_until = ${service.now()}::timestamptz + interval '1 minute'
      where company_id = ${rule.companyId}
    `.execute(service.database.pool)
    await service.automations.change(rule.actor, rule.id, { state: 'PAUSED' })
    expect(await endingOf(rule)).toBe(true)
    await sql`
      update automations.runs set state = 'HELD', reason = 'too_many_runs', lease_token = null, lease_until = null
      where company_id = ${rule.companyId}
    `.execute(service.database.pool)
    await service.automations.change(rule.actor, rule.id, { state: 'ACTIVE' })
    expect((await service.automations.get(rule.actor, rule.id)).held).toBe(0)
    expect(await service.automations.release(rule.actor, rule.id)).toMatchObject({ released: 0 })
    await keepHouse(service.automations.deps)
    expect(await statesOf(rule)).toEqual(['CANCELLED'])
    expect(await endingOf(rule)).toBe(false)
  })

  it('starts nothing from before its pause, even after it was resumed', async () => {
    const rule = await aRule(60)
    await service.automations.change(rule.actor, rule.id, { state: 'PAUSED' })
    await service.automations.change(rule.actor, rule.id, { state: 'ACTIVE' })
    await insertRuns(rule, 1, { state: 'PENDING', pauses: 0 })
    await service.publish(rule.companyId)
    await service.run()
    expect(await statesOf(rule)).toEqual(['CANCELLED', 'SUCCEEDED'])
    expect(receiver.received).toHaveLength(1)
  })

  const endingOf = async ({ companyId }: ARule) => {
    const { rows } = await sql<{ ending: boolean }>`
      select ending from automations.automations where company_id = ${companyId}
    `.execute(service.database.pool)
    return rows[0]?.ending
  }
})

describe('housekeeping', () => {
  it('deletes all expired rows in one pass and keeps the rest', async () => {
    const rule = await aRule()
    await insertRuns(rule, 2_500, { state: 'SKIPPED' }, 2)
    await insertRuns(rule, 1_500, { state: 'SUCCEEDED' }, 31)
    await insertRuns(rule, 1, { state: 'SKIPPED' }, 0.5)
    await insertRuns(rule, 1, { state: 'SUCCEEDED' }, 29)
    await insertRuns(rule, 1, { state: 'DEAD_LETTERED' }, 40)
    expect(await keepHouse(service.automations.deps)).toBe(false)
    expect(await statesOf(rule)).toEqual(['DEAD_LETTERED', 'SKIPPED', 'SUCCEEDED'])
    await forget(rule)
  })
})

/**
 * The worst statistics for PostgreSQL: it has seen the runs of one other company, and believes that the companies of these tests
 * have none. A statement must be fast all the same.
 */
async function knowOtherCompaniesOnly() {
  const rule = await aRuleOf(service, 'co_seen', 'http://127.0.0.1:9', { runsPerMinute: 1 })
  await insertRuns(rule, 200, { state: 'SUCCEEDED' })
  for (const statement of [
    'alter table automations.runs set (autovacuum_enabled = off)',
    'analyze automations.runs',
  ])
    await sql`/* across companies: the table alone */ ${sql.raw(statement)}`.execute(
      service.database.pool,
    )
}

type Rows = { readonly state: string; readonly reason?: string; readonly pauses?: number | null }

/** So many runs of a rule, finished so long ago where they are over. */
async function insertRuns(
  rule: ARule,
  many: number,
  { state, reason, pauses = 0 }: Rows,
  daysAgo?: number,
) {
  const tag = `${state}_${daysAgo ?? 'now'}_${pauses}`
  const finishedAt =
    daysAgo === undefined ? null : new Date(service.now().getTime() - daysMs(daysAgo))
  await sql`
    insert into automations.runs
      (company_id, id, automation_id, version, event_id, event_type, state, reason, depth, path, available_at,
       created_at, finished_at, pauses)
    select ${rule.companyId}, 'run_' || ${tag} || lpad(n::text, 6, '0'), ${rule.id}, 1, 'evt_' || ${tag} || n,
           'order.created', ${state}, ${reason ?? null}, 1, ${[rule.id]}::text[], ${service.now()}, ${service.now()},
           ${finishedAt}::timestamptz, ${pauses}::int
    from generate_series(1, ${many}::int) as n
  `.execute(service.database.pool)
}

const aRule = (runsPerMinute = 1) =>
  aRuleOf(service, `co_held_${count}`, receiver.url, { runsPerMinute })

const statesOf = async ({ actor, id }: ARule) =>
  (await service.automations.listRuns(actor, id, {}, { limit: 100 }))
    .map(({ state }) => state)
    .sort()

const countOf = async ({ companyId }: ARule, state: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from automations.runs where company_id = ${companyId} and state = ${state}
  `.execute(service.database.pool)
  return rows[0]?.count
}

const mailsOf = async ({ companyId }: ARule) => {
  const { rows } = await sql<{ subject: string }>`
    select payload ->> 'subject' as subject from platform.jobs
    where name = 'platform.send_mail' and payload ->> 'to' = ${`admin@${companyId.replace(/_/, '-')}.example`}
    order by created_at
  `.execute(service.database.pool)
  return rows.map(({ subject }) => subject)
}

const forget = ({ companyId }: ARule) =>
  sql`delete from automations.runs where company_id = ${companyId}`.execute(service.database.pool)
