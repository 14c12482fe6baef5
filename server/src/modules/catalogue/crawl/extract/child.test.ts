import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createCompute } from '#platform/compute'
import { createLog, createMetrics } from '#platform/telemetry'
import type { Answer } from './child.fixture.ts'

const compute = createCompute({ log: createLog({ level: 'silent' }), metrics: createMetrics() })
afterAll(() => compute.close())

const openPool = (cpuMs: number) =>
  compute.openPool<object, Answer>({
    name: 'extract_test',
    entry: new URL('./child.fixture.ts', import.meta.url),
    setup: null,
    isAnswer: (value): value is Answer => typeof value === 'object' && value !== null,
    limits: { childrenMax: 1, cpuMs, wallMs: 60_000, heapMaxMb: 64 },
  })
const page = (name: string) =>
  `<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">${name}</b></div>`
const file = (name: string) =>
  readFileSync(new URL(`../../../../../test/data/${name}`, import.meta.url), 'utf8')

describe('a child process that reads pages and feeds', () => {
  it('needs no file and no native package', async () => {
    const pool = openPool(500)
    expect(await pool.ask('co_1', { as: 'page', text: page('Anvil') })).toEqual({
      names: ['Anvil'],
    })
    const text = file('bmecat/bmecat2005-new_catalog.golden.xml')
    const { names } = await pool.ask('co_1', { as: 'feed', text })
    expect(names).toEqual(['price_ended', 'gtin_invalid', 'Apple MacBook Pro 13"'])
    expect(await pool.ask('co_1', { as: 'feed', text: 'sku;name\n1;Anvil\n' })).toEqual({
      names: ['Anvil'],
    })
  })

  it.each([
    ['hangs', 'loop', 500, 'timeout'],
    // The last collections of garbage need time, too.
    ['fills its memory', 'fill', 30_000, 'memory'],
  ])('costs one page when it %s', async (_what, as, cpuMs, why) => {
    const pool = openPool(cpuMs)
    const lost = pool.ask('co_1', { as, text: page('x') })
    const next = pool.ask('co_2', { as: 'page', text: page('Anvil') })
    await expect(lost).rejects.toMatchObject({ why })
    expect(await next).toEqual({ names: ['Anvil'] })
  })
})
