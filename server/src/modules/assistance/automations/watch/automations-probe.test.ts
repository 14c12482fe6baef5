import { expect, it } from 'vitest'
import { minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readSection } from '#platform/health'
import { anOperator, aRule, useAutomationService } from '#testing/automation-service'
import { automationsProbe } from './automations-probe.ts'

const service = await useAutomationService()
const operator = anOperator()

it('names an active kill switch, of one company or all, until it is off', async () => {
  const rule = await aRule(service, 'co_switched', 'http://127.0.0.1:9')
  await service.publish(rule.companyId, ['1', '2'])
  expect((await read()).problems).toEqual([])

  const offAt = since()
  await service.automations.switchOff(operator, rule.companyId, 'Flooded.')
  service.advance(minutesMs(5))
  const { metrics, problems } = await read()
  expect(metrics).toMatchObject({
    held: 2,
    heldByRules: 0,
    switchedOff: 1,
    isEverybodySwitchedOff: false,
  })
  expect(problems).toMatchObject([{ code: 'automations.switched-off', since: offAt }])
  expect(problems[0]?.message).toContain('1 company')
  expect(problems[0]?.message).toContain('2 runs')

  await service.automations.switchOff(operator, 'all', 'Flooded.')
  expect((await read()).problems[0]?.message).toContain('all companies')
  await service.automations.switchOn(operator, 'all')
  await service.automations.switchOn(operator, rule.companyId)
  expect((await read()).problems).toEqual([])
  await service.automations.delete(rule.actor, rule.id)
})

it('ignores the kill switch of a closed company', async () => {
  await sql`
    insert into automations.switches (scope, off_by, off_at, note, by_closing)
    values ('co_closed', 'system', ${service.now()}, 'The company is closed.', true)
  `.execute(service.database.pool)
  expect(await read()).toMatchObject({ metrics: { switchedOff: 0 }, problems: [] })
})

it('names runs that their companies must release', async () => {
  const rule = await aRule(service, 'co_flood', 'http://127.0.0.1:9')
  await service.publish(rule.companyId, ['1', '2', '3'])
  const heldAt = since()
  await sql`
    update automations.runs set state = 'HELD', reason = 'too_many_runs' where company_id = ${rule.companyId}
  `.execute(service.database.pool)
  service.advance(minutesMs(5))
  const { metrics, problems } = await read()
  expect(metrics).toMatchObject({ heldByRules: 3, oldestHeldByRulesAgeSeconds: 300 })
  expect(problems).toMatchObject([{ code: 'automations.held', since: heldAt }])
  await service.automations.release(rule.actor, rule.id)
  expect((await read()).metrics.heldByRules).toBe(0)
})

it('is degraded while a rule is paused because it only failed', async () => {
  const rule = await aRule(service, 'co_fails', 'http://127.0.0.1:9')
  expect(await section()).toMatchObject({ status: 'ok', metrics: { failingRules: 0 } })
  await sql`
    update automations.automations set state = 'PAUSED', failing_since = ${service.now()}
    where company_id = ${rule.companyId} and id = ${rule.id}
  `.execute(service.database.pool)
  expect(await section()).toMatchObject({ status: 'degraded', metrics: { failingRules: 1 } })
  await service.automations.delete(rule.actor, rule.id)
  expect(await section()).toMatchObject({ status: 'ok', metrics: { failingRules: 0 } })
})

const probe = () => automationsProbe(service.automations, service.dispatcher, () => service.now())
const section = () => readSection(probe(), () => service.now())
const read = () => probe().read()

const since = () => service.now().toISOString()
