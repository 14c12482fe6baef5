import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import { createApp } from '../../src/app/create-app.ts'
import { settingsSlices } from '../../src/app/modules.ts'

describe('the event kinds for subscriptions', () => {
  const kinds = publishedKinds()

  it('include the promised ones, each once', async () => {
    const types = (await kinds).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(promised))
    expect(new Set(types).size).toBe(types.length)
  })

  it('have descriptions, and examples that fit their schemas', async () => {
    const wrong = (await kinds).flatMap(({ type, data, example }) => {
      const said = 'description' in data && typeof data.description === 'string'
      return said && Value.Check(data, example) ? [] : [type]
    })
    expect(wrong).toEqual([])
  })
})

it('every public event that a module exports is listed', async () => {
  const names = await readdir(modules, { recursive: true })
  const files = names.filter((name) => /events[.]ts$/.test(name))
  const exported: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(join(modules, name))),
  )
  const declared = exported.flatMap((file) => Object.values(file).filter(isPublicEvent))
  expect(declared.length).toBeGreaterThan(promised.length)
  const published = (await publishedKinds()).map(({ type }) => type)
  expect(declared.map(({ type }) => type).filter((type) => !published.includes(type))).toEqual([])
})

describe('money in events', () => {
  const text = { type: 'string' }

  it('has one shape in every schema', async () => {
    const kinds = await publishedKinds()
    const wrong = kinds.flatMap(({ type, data }) =>
      otherMoneyIn(data).map((path) => `${type}: ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['an amount beside its currency', { amount: text, currency: text, method: text }],
    ['an amount without a currency', { amount: text }],
    ['a number', { total: { type: 'number' } }],
    ['a price that is a text', { lines: { type: 'array', items: schemaOf({ unitPrice: text }) } }],
    ['an amount of minor units', { amountMinor: { type: 'integer' } }],
    ['a currency in another field', { refund: schemaOf({ value: text, currency: text }) }],
  ])('is refused as %s', (_what, properties) => {
    expect(otherMoneyIn(schemaOf(properties))).not.toEqual([])
  })
})

const modules = join(import.meta.dirname, '../../src/modules')

function isPublicEvent(value: unknown): value is { readonly type: string } {
  const { type, public: isPublic } = (value ?? {}) as Record<string, unknown>
  return typeof type === 'string' && isPublic === true
}

/** The public kinds that are promised, but for those of modules that do not exist yet. */
const promised = [
  ...['created', 'approved', 'rejected', 'confirmed', 'shipped', 'delivered', 'cancelled'].map(
    (what) => `order.${what}`,
  ),
  'order.returned',
  ...['initiated', 'authorized', 'succeeded', 'failed', 'refunded'].map(
    (what) => `payment.${what}`,
  ),
  ...['created', 'updated', 'price_changed', 'stock_changed', 'discontinued'].map(
    (what) => `product.${what}`,
  ),
  ...['automation.run.succeeded', 'automation.run.failed', 'automation.dead_lettered'],
  'webhook.test',
]

function schemaOf(properties: object) {
  return { type: 'object', properties } as Schema
}

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Fields whose names say that they are money. */
const moneyNames =
  /(?:amount|total|price|cost|fee|discount|goods|taxable|credit|credited|reduction|balance)$/i

/** Where money stands in another shape than `{amount, currency}`, both of them texts. */
function otherMoneyIn(schema: Schema, path = ''): string[] {
  if (isMoney(schema)) return []
  const { properties = {}, items, anyOf = [] } = schema
  const wrong = Object.entries(properties).flatMap(([name, field]) => {
    const here = `${path}.${name}`
    const isOfMoney = name === 'currency' || /minor$/i.test(name)
    const isOtherMoney = moneyNames.test(name) && !field.properties && !field.items && !field.anyOf
    return isOfMoney || isOtherMoney ? [here] : otherMoneyIn(field, here)
  })
  const inside = items ? otherMoneyIn(items, `${path}[]`) : []
  return [...wrong, ...inside, ...anyOf.flatMap((each) => otherMoneyIn(each, path))]
}

function isMoney({ properties = {} }: Schema): boolean {
  const names = Object.keys(properties).sort().join()
  return names === 'amount,currency' && Object.values(properties).every(isText)
}

const isText = ({ type }: Schema): boolean => type === 'string'

/** As the service is composed. Nothing is connected to. */
async function publishedKinds() {
  const settings = readSettings(
    settingsSlices,
    {},
    {
      DOCUMENT_DB_URL: 'postgres://127.0.0.1:1/none',
      CACHE_URL: 'memory:',
      JWT_ACCESS_SECRET: 'no token is ever signed with this 1',
      JWT_REFRESH_SECRET: 'no token is ever signed with this 2',
    },
  )
  const log = createLog({ level: 'silent' })
  const metrics = createMetrics()
  const app = createApp({ settings, log, metrics, now: () => new Date(0), version: '1.0.0' })
  const kinds = app.parts?.modules.webhooks.kinds ?? []
  await app.stop()
  return kinds
}
