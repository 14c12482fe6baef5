import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const supplier = await world.company()
const { database } = world.parts.platform
const wishes = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
const productId = (await aProduct(database, wishes)).id
let ours: CompanyOfWorld
let adminId: string

const schema = {
  type: 'object',
  properties: {
    category: { type: 'string', enum: ['tools', 'food'], description: 'What it is.' },
    boxes: { type: 'integer' },
    isUrgent: { type: 'boolean' },
    words: { type: 'array', items: { type: 'string' } },
  },
}
const ask = { type: 'ask_model', model: 'gpt-5-2026-08-07', question: 'What is it?', schema }
/** What the sandbox answers to that schema. */
const answer = { category: 'tools', boxes: 1, isUrgent: true, words: ['text'] }

beforeEach(async () => {
  ours = await world.company()
  adminId = (await ours.admin.get('/auth/me')).body.data.id
  const terms = { companyId: ours.companyId, limit: money(1_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) =>
    world.parts.modules.payments.putCreditAccount(tx, terms, new Date()),
  )
})

describe('an automation that asks a language model', () => {
  it.each(['gpt-5-2026-08-07', 'claude-sonnet-5'])(
    'gets an answer of %s that another automation reads, and its publisher is charged',
    async (model) => {
      const condition =
        'data.answer.category == "tools" && data.answer.isUrgent && data.entity.type == "order"'
      const told = { type: 'notify', subject: 'Urgent', message: 'Look.', by: ['in_app'] }
      const reading = await anAutomation([told], 'automation.model_answered', condition)
      const other = await anAutomation(
        [told],
        'automation.model_answered',
        'data.answer.category == "food"',
      )
      const asking = await anAutomation([{ ...ask, model }])
      const orderId = await anOrder('PO-1')

      const run = await untilRun(asking, 'SUCCEEDED')
      expect(run.steps).toMatchObject([
        { output: { action: 'ask_model', model, answer, usageSource: 'provider_reported' } },
      ])
      expect(await untilRun(reading, 'SUCCEEDED')).toMatchObject({
        depth: 2,
        path: [asking, reading],
      })
      await untilRun(other, 'SKIPPED')
      expect(await events()).toMatchObject([
        { data: { answer, model, stepId: 1, entity: { type: 'order', id: orderId } } },
      ])
      expect(await attempts()).toEqual([{ user_id: adminId, state: 'SETTLED', model }])
    },
  )

  it.each([
    [
      'objects in lists',
      {
        type: 'object',
        properties: {
          lines: { type: 'array', items: { $ref: '#/$defs/line' }, minItems: 1 },
          advice: { anyOf: [{ const: 'buy' }, { type: 'null' }] },
        },
        required: ['lines'],
        $defs: {
          line: {
            type: 'object',
            properties: { sku: { type: 'string' }, box: { type: 'object' } },
            required: ['sku'],
            additionalProperties: false,
          },
        },
      },
      'data.answer.lines[0].sku == "text" && data.answer.advice == "buy"',
      { lines: [{ sku: 'text', box: {} }], advice: 'buy' },
    ],
    [
      'a list at its top',
      { type: 'array', items: { type: 'integer' } },
      'data.answer[0] == 1.0',
      [1],
    ],
    ['one word', { enum: ['tools', 'food'] }, 'data.answer == "tools"', 'tools'],
  ])(
    'gets an answer with %s, for which another automation waits',
    async (_, free, condition, got) => {
      // The gateway takes the same schema.
      const format = { type: 'json_schema', json_schema: { name: 'answer', schema: free } }
      const { status } = await ours.admin.post('/api/v1/llm/chat/completions', {
        model: ask.model,
        messages: [{ role: 'user', content: 'What is it?' }],
        response_format: format,
      })
      expect(status).toBe(200)
      const notify = { type: 'notify', subject: 'It is', message: 'Look.', by: ['in_app'] }
      const reading = await anAutomation([notify], 'automation.model_answered', condition)
      const asking = await anAutomation([{ ...ask, schema: free }])
      await anOrder('PO-4')
      const run = await untilRun(asking, 'SUCCEEDED')
      expect(run.steps).toMatchObject([{ output: { action: 'ask_model', answer: got } }])
      await untilRun(reading, 'SUCCEEDED')
    },
  )

  it('tries again after an answer that does not keep to its schema, and says where', async () => {
    const never = { type: 'object', properties: { sku: { type: 'string', pattern: '^[0-9]+$' } } }
    const asking = await anAutomation([{ ...ask, schema: never }])
    await anOrder('PO-5')
    const { lastError } = await untilRun(asking, 'RETRYING')
    expect(lastError).toContain('does not keep to the schema: /sku')
    expect(await events()).toEqual([])
  })

  it('tries again after a failure of the provider, and ends after a refusal', async () => {
    const asking = await anAutomation([ask])
    await anOrder('PO [[error 500]]')
    const retrying = await untilRun(asking, 'RETRYING')
    expect(retrying.lastError).toContain('llm.provider_failed')
    expect(retrying.steps).toEqual([])
    await anOrder('PO [[error 400]]')
    const failed = await untilRun(asking, 'FAILED')
    expect(failed.reason).toBe('action_failed')
    expect(failed.lastError).toContain('llm.provider_refused')
    expect(await events()).toEqual([])
  })

  it('waits while the daily limit of its company is used up', async () => {
    const operator = await world.operator()
    const limit = { companyId: ours.companyId, provider: 'A', model: 'gpt-5', dailyTokens: 0 }
    await operator.put('/api/v1/llm/limits', limit)
    const asking = await anAutomation([ask])
    await anOrder('PO-2')
    const run = await untilRun(asking, 'RETRYING')
    expect(run.lastError).toContain('llm.daily_limit_exceeded')
  })

  it('asks nothing in a dry run', async () => {
    const asking = await anAutomation([ask], 'order.created', '', 'DRAFT')
    await anOrder('PO-3')
    const url = `/api/v1/automations/${asking}/dry-run`
    const tried = async () => (await ours.admin.post(url, { last: 1 })).body.data.events
    await expect.poll(async () => (await tried()).length).toBe(1)
    expect(await tried()).toMatchObject([
      { actions: [{ output: { action: 'ask_model', model: 'gpt-5-2026-08-07' } }] },
    ])
    expect(await attempts()).toEqual([])
  })

  it.each([
    [422, 'automations.model_unknown', { ...ask, model: 'gpt-closed-0613' }],
    [400, 'platform.request_invalid', { ...ask, schema: 'object' }],
    [422, 'automations.schema_invalid', { ...ask, schema: { $ref: '#/$defs/none' } }],
    [400, 'platform.request_invalid', { ...ask, maxTokens: 1_000_000 }],
  ])('is refused with %i %s where it cannot be done', async (status, code, action) => {
    const wish = { name: 'No', trigger: { event: 'order.created' }, actions: [action] }
    const refused = await ours.admin.post('/api/v1/automations', wish)
    expect([refused.status, refused.body.meta.code]).toEqual([status, code])
  })
})

async function anAutomation(
  actions: object[],
  event = 'order.created',
  condition = '',
  state = 'ACTIVE',
): Promise<string> {
  const { status, body } = await ours.admin.post('/api/v1/automations', {
    name: 'Asking',
    trigger: { event },
    condition,
    actions,
    state,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function anOrder(poNumber: string): Promise<string> {
  const lines = [{ productId, quantity: 2 }]
  const order = { lines, shipTo, poNumber, payment: { method: 'invoice' } }
  const { status, body } = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order.id
}

async function untilRun(automationId: string, state: string) {
  const patience = performance.now() + 60_000
  for (;;) {
    const { body } = await ours.admin.get(`/api/v1/automations/${automationId}/runs`)
    const run = body.data.find((one: { state: string }) => one.state === state)
    if (run) return (await ours.admin.get(`/api/v1/automations/runs/${run.id}`)).body.data
    if (performance.now() > patience) throw new Error(`the runs are ${JSON.stringify(body.data)}`)
    await wait(25)
  }
}

async function attempts() {
  const { rows } = await sql<{ user_id: string; state: string; model: string }>`
    select user_id, state, model from llm.attempts where company_id = ${ours.companyId}
  `.execute(database.pool)
  return rows
}

async function events() {
  const { rows } = await sql<{ data: object }>`
    select data from platform.events
    where company_id = ${ours.companyId} and type = 'automation.model_answered'
  `.execute(database.pool)
  return rows
}
