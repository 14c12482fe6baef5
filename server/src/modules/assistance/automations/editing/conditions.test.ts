import { describe, expect, it } from 'vitest'
import { createCompute } from '#platform/compute'
import { createLog, createMetrics } from '#platform/telemetry'
import { anOrderEvent, OrderCreated } from '#testing/automation-service'
import { closeAtEnd } from '#testing/close-at-end'
import { fc } from '#testing/tools/fc'
import type { EventFacts } from '../cel/environment.ts'
import { type ConditionForm, type FormTest, formOperators } from '../cel/form.ts'
import { automationEvents } from '../events.ts'
import { createConditions } from './conditions.ts'

const compute = closeAtEnd(
  createCompute({ log: createLog({ level: 'silent' }), metrics: createMetrics() }),
)
const conditions = createConditions(compute, [OrderCreated, ...automationEvents] as never)

const event: EventFacts = {
  id: 'evt_1',
  type: 'order.created',
  version: 1,
  occurredAt: new Date('2026-01-02T03:04:05Z'),
  sequence: 7,
  entity: { type: 'order', id: 'ord_1', version: 2 },
  data: anOrderEvent('1000.00'),
}

describe('a condition', () => {
  it.each([
    ['', 'held'],
    ['decimal(data.total.amount) >= decimal("1000")', 'held'],
    ['decimal(data.total.amount) == decimal("1000")', 'held'],
    // As text it would be below.
    ['decimal(data.total.amount) > decimal("99.999999")', 'held'],
    ['decimal(data.total.amount) < decimal("1000.000000001")', 'held'],
    ['data.lines.exists(line, line.quantity > 2 && line.sku.startsWith("A"))', 'held'],
    ['data.lines.exists(line, line.quantity == 3 && line.quantity in [1, 3])', 'held'],
    ['data.lines.exists(line, line.quantity == 2 || line.quantity != 3)', 'not_held'],
    ['data.lines.exists(line, line.quantity * 2 - 1 == 5 && line.quantity % 2 == 1)', 'held'],
    ['data.lines.exists(line, decimal(line.quantity) > decimal("2.999"))', 'held'],
    ['event.entity.version == 2 && event.sequence > 6', 'held'],
    ['timestamp(event.occurredAt) > timestamp("2026-01-01T00:00:00Z")', 'held'],
    ['data.total.currency == "USD"', 'not_held'],
    ['data.poNumber == "PO 7"', 'not_held'],
    ['!(data.poNumber == "PO 7")', 'not_held'],
    ['has(data.poNumber)', 'not_held'],
    ['(1 + 1) == 2 && !(data.orderId == "x")', 'held'],
    ['(decimal(data.total.amount)) > decimal("5") && (data.orderId).size() > (1)', 'held'],
    ['false && 1 / 0 == 1', 'not_held'],
    ['{"a": 1}["b"] == 1', 'not_held'],
    ['decimal(data.orderId) > decimal("1")', 'failed'],
    ['1 / (data.lines.size() - data.lines.size()) == 1', 'failed'],
    ['data.lines[7].quantity > 1', 'failed'],
  ])('%s: %s', async (condition, outcome) => {
    expect(await evaluate(await accept(condition))).toMatchObject({ outcome })
  })

  it('reads a quantity with decimals', async () => {
    const { lines } = anOrderEvent()
    const cut = { ...event, data: { lines: lines.map((line) => ({ ...line, quantity: 2.5 })) } }
    const reads = (test: string) => evaluate(`data.lines.all(line, ${test})`, cut)
    expect(await reads('line.quantity == 2.5 && line.quantity > 2')).toMatchObject({
      outcome: 'held',
    })
    expect(await reads('decimal(line.quantity) == decimal("2.5")')).toMatchObject({
      outcome: 'held',
    })
    expect(await reads('line.quantity == 2 || line.quantity in [2, 3]')).toMatchObject({
      outcome: 'not_held',
    })
  })

  it('traces the value of each of its parts', async () => {
    const { trace } = await evaluate('data.orderId == "x" || !(has(data.poNumber)) && 1 < 2')
    expect(trace).toEqual([
      { expression: 'data.orderId == "x"', value: false },
      { expression: 'has(data.poNumber)', value: false },
      { expression: '1 < 2', value: true },
    ])
  })

  it.each(
    [
      ['data.total.amount >', 'syntax', 19],
      ['data.totl == "x"', 'type', 5],
      ['data.lines.exists(l, l.qty > 1)', 'type', 23],
      ['data.total.amount > 3', 'type', 0],
      ['data.orderId', 'type', 0],
      ['unknown == 1', 'type', 0],
      ['data.constructor == "x"', 'type', 5],
      ['data.__proto__ == "x"', 'type', 5],
      ['constructor == 1', 'type', 0],
      ['data.orderId.matches("^(a+)+$")', 'not_allowed', 0],
      ['1 / 0 == 1', 'fails_always', 0],
      ['data.orderId == "x" && (1 / 0) == 1', 'fails_always', 24],
      ['decimal(data.total.amount) > decimal("1,000")', 'fails_always', 29],
      ['data.lines.exists(l, l.quantity > 7 % 0)', 'fails_always', 34],
      [`${'['.repeat(30)}1${']'.repeat(30)} == [1]`, 'too_large', undefined],
      [Array.from({ length: 300 }, () => '1 == 1').join(' && '), 'too_large', undefined],
      [`"${'x'.repeat(5_000)}" == ""`, 'too_large', undefined],
      [
        'data.lines.all(a, data.lines.all(b, data.lines.all(c, a.sku == b.sku && b.sku == c.sku)))',
        'too_large',
        undefined,
      ],
    ].map(([text, ...rest]) => [`${text}`.slice(0, 60), text, ...rest] as const),
  )('%s … is refused', async (_shown, condition, reason, start) => {
    await expect(accept(`${condition}`)).rejects.toThrow(
      expect.objectContaining({
        code: 'automations.condition_invalid',
        status: 422,
        details: expect.objectContaining({ reason, ...(start !== undefined && { start }) }),
      }),
    )
  })

  it('built from a form names the number that must be text', async () => {
    const condition = {
      any: [
        { field: 'data.orderId', operator: 'present' },
        { all: [{ field: 'data.total.amount', operator: 'ge', value: 1000 }] },
      ],
    } as const
    await expect(accept(condition)).rejects.toThrow(
      expect.objectContaining({
        code: 'automations.form_number',
        details: { field: 'data.total.amount', operator: 'ge', value: '1000' },
      }),
    )
  })

  it('for an unknown event kind is refused', async () => {
    await expect(conditions.accept('co_1', 'orders.order_indexed', '')).rejects.toThrow(
      expect.objectContaining({ code: 'automations.event_unknown' }),
    )
  })
})

describe('a hostile condition', () => {
  it('that takes too long is killed, and the next one gets its answer', async () => {
    const long: EventFacts = {
      ...event,
      data: {
        ...anOrderEvent(),
        lines: Array.from({ length: 1_000 }, (_, n) => ({ sku: `S${n}`, quantity: n })),
      },
    }
    const condition = await accept(
      'data.lines.all(a, data.lines.all(b, (a.sku + b.sku).contains("S") && a.sku.size() > 0))',
    )
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 5)
    await expect(evaluate(condition, long)).rejects.toMatchObject({ why: 'timeout' })
    clearInterval(timer)
    // Evaluated here, it would have had this loop to itself.
    expect(turns).toBeGreaterThan(0)
    expect(await evaluate('true')).toMatchObject({ outcome: 'held' })
  })

  const filler = 'x'.repeat(80)
  const grown = (start: string) => `${start}${`.split("").join("${filler}")`.repeat(5)}.size() > 0`

  it('that builds a 400 MB text is refused on saving and fails when it runs', async () => {
    await expect(accept(grown('"aaaaaaaaaa"'))).rejects.toThrow(
      expect.objectContaining({
        code: 'automations.condition_invalid',
        details: expect.objectContaining({ reason: 'fails_always' }),
      }),
    )
    expect(await evaluate(await accept(grown('event.id')))).toMatchObject({
      outcome: 'failed',
      error: 'It makes a text of more than 10000 characters.',
    })
    expect(await evaluate('true')).toMatchObject({ outcome: 'held' })
  })

  const doubled = (value: string, text: string, times: number) => {
    const names = Array.from({ length: times }, (_, n) => `v${n}`)
    const begun = `cel.bind(v0, ${value}, `
    const steps = names.slice(1).map((name, n) => `cel.bind(${name}, v${n} + v${n}, `)
    return `${begun}${steps.join('')}${text.replace('$', names.at(-1) ?? '')}${')'.repeat(times)}`
  }

  it.each([
    ['a text by +', doubled('event.id + "x"', '$ != ""', 9)],
    ['bytes by +', doubled('bytes(event.id)', '$.size() > 0', 9)],
    ['a list by +', doubled('event.id.split("")', '$.size() > 0', 9)],
    ['a list by split', `event.id.split("").join("${filler}").split("").size() > 0`],
  ])('cannot make %s too large', async (_what, condition) => {
    const { outcome, error } = await evaluate(await accept(condition), {
      ...event,
      id: 'evt_1'.repeat(20),
    })
    expect(outcome).toBe('failed')
    expect(error).toMatch(/^It makes .*more than/)
  })

  it('that builds many texts of allowed size is killed, and others get their answers', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => ({ sku: `S${n}`, quantity: n }))
    const long = { ...event, data: { ...anOrderEvent(), lines } }
    const text = 'bytes(a.sku + b.sku).hex()'
    const condition = await accept(
      `data.lines.map(a, data.lines.map(b, ${text})).size() > 0 && event.id != ""`,
    )
    await expect(evaluate(condition, long)).rejects.toMatchObject({
      why: expect.stringMatching(/^(timeout|memory)$/),
    })
    const other = conditions.evaluate('co_2', 'order.created', 'event.id != ""', event)
    expect(await other).toMatchObject({ outcome: 'held' })
  })

  it('cannot build a list of more than 1,000 entries', async () => {
    const lines = Array.from({ length: 1_001 }, () => ({ sku: 'S', quantity: 1 }))
    const crowded = { ...event, data: { ...anOrderEvent(), lines } }
    expect(await evaluate('true', crowded)).toMatchObject({ outcome: 'failed' })
  })
})

describe('a condition built from a form', () => {
  const field = fc.constantFrom('data.orderId', 'data.total.amount', 'event.entity.id')
  const amount = fc.nat(1_000_000).map((n) => (n / 100).toFixed(2))
  const test: fc.Arbitrary<FormTest> = fc.oneof(
    fc.record({
      field,
      operator: fc.constantFrom('eq', 'ne', 'contains', 'starts_with', 'ends_with'),
      value: fc.string({ maxLength: 20 }),
    }),
    fc.record({ field, operator: fc.constantFrom('lt', 'le', 'gt', 'ge'), value: amount }),
    fc.record({
      field: fc.constant('event.sequence'),
      operator: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'),
      value: fc.integer({ min: -1_000, max: 1_000 }),
    }),
    fc.record({
      field,
      operator: fc.constant('in'),
      value: fc.array(fc.string({ maxLength: 9 }), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ field, operator: fc.constantFrom('present', 'absent') }),
  ) as fc.Arbitrary<FormTest>
  const tests = fc.array(test, { minLength: 2, maxLength: 4 })
  // Groups of the same kind inside each other are one group.
  const form: fc.Arbitrary<ConditionForm> = fc.oneof(
    fc
      .array(fc.oneof(test, fc.record({ any: tests })), { minLength: 1, maxLength: 5 })
      .map((all) => ({ all })),
    fc
      .array(fc.oneof(test, fc.record({ all: tests })), { minLength: 2, maxLength: 5 })
      .map((any) => ({ any })),
  )

  it('compiles to CEL that reads back as the form', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (given) => {
        const wanted = normal(given)
        expect(conditions.formOf(await accept(given))).toEqual(wanted)
      }),
      { numRuns: 200 },
    )
  })

  /** A single group is the form itself. */
  function normal(given: ConditionForm): ConditionForm {
    if (!('all' in given) || given.all.length !== 1) return given
    const [only] = given.all
    return only && ('any' in only || 'all' in only) ? only : given
  }

  it.each(formOperators.filter((one) => one !== 'present' && one !== 'absent'))(
    '%s without a value is refused',
    async (operator) => {
      await expect(accept({ all: [{ field: 'data.orderId', operator }] })).rejects.toThrow(
        expect.objectContaining({ code: 'automations.form_invalid' }),
      )
    },
  )

  it('refuses what the form cannot express', () => {
    expect(conditions.formOf('data.lines.exists(l, l.quantity > 1)')).toBe(undefined)
  })
})

const accept = (condition: string | ConditionForm) =>
  conditions.accept('co_1', 'order.created', condition)

const evaluate = (condition: string, facts = event) =>
  conditions.evaluate('co_1', 'order.created', condition, facts)
