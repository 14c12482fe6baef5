import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { useHttp } from '#testing/http'
import { searchRoutes } from '../routes.ts'

const now = new Date('2026-01-02T03:04:05Z')

const database = await useDatabase()
const catalog = aCatalog({ database })
const http = await useHttp(searchRoutes(catalog), { callers: { buyer }, now: () => now })
const gigabitSwitch = await aProduct(database, {
  categoryId: 'cat_network_switches',
  brand: 'TP-LINK',
  mpn: 'TL-SG1008',
  gtins: ['0693536402060'],
  name: 'TP-LINK TL-SG1008 Gigabit Switch',
})
for (let at = 0; at < 12; at += 1) {
  await aProduct(database, {
    categoryId: 'cat_patch_cables',
    brand: `Cableworks ${String(at).padStart(2, '0')}`,
    name: `Blue patch cables ${at}`,
  })
}
const gone = await aProduct(database, {
  categoryId: 'cat_typewriters',
  brand: 'Vanished',
  mpn: 'VAN-4711',
  name: 'Vanished typewriter',
})
await database.transaction((tx) => catalog.changeProduct(tx, gone.id, { discontinued: true }))

describe('GET /api/v1/products/suggest', () => {
  it.each(['TL-SG', 'tlsg10', 'tl sg1', '0693536', '693536'])(
    'finds a product by the beginning of its number: %s',
    async (q) => {
      const { data } = (await suggest(q)).json()
      expect(data.products[0]).toMatchObject({ id: gigabitSwitch.id, match: 'identifier' })
    },
  )

  it.each(['gig', 'gigabit sw', 'switch gigab', 'gigabit switches', 'GIGÁBIT'])(
    'finds a product by the beginning of its name: %s',
    async (q) => {
      const { data } = (await suggest(q)).json()
      expect(data.products).toMatchObject([{ id: gigabitSwitch.id, match: 'text' }])
    },
  )

  it.each([
    ['pathc', 'patch'],
    ['blue cabels', 'blue cables'],
  ])('suggests for a typing error what a search would find: %s', async (q, correctedQuery) => {
    await catalog.refreshStatistics()
    const { data, meta } = (await suggest(q)).json()
    expect(data.products).toHaveLength(5)
    for (const { name } of data.products) expect(name).toMatch(/^Blue patch cables/)
    expect(meta).toEqual({ correctedQuery })
    // What fits as it is stays as it is, and so does what nothing resembles.
    for (const known of ['gigabit', 'zzyzxq', 'cabl']) {
      expect((await suggest(known)).json().meta).toEqual({})
    }
  })

  it('finds brands and categories in any case', async () => {
    expect((await suggest('tp-l')).json().data.brands).toEqual(['TP-LINK'])
    for (const q of ['Netw', 'switch', 'network sw']) {
      expect((await suggest(q)).json().data.categories).toMatchObject([
        { id: 'cat_network_switches' },
      ])
    }
  })

  it('returns five of each kind, or the requested number', async () => {
    const five = (await suggest('cable')).json().data
    expect([five.products.length, five.brands.length]).toEqual([5, 5])
    const ten = (await suggest('cable', '&limit=10')).json().data
    expect([ten.products.length, ten.brands.length]).toEqual([10, 10])
    expect(ten.brands[0]).toBe('Cableworks 00')
    expect((await suggest('cable', '&limit=11')).statusCode).toBe(400)
    expect((await suggest('cable', '&limit=0')).statusCode).toBe(400)
  })

  it.each(['vanis', 'VAN-47', 'typewr'])('shows only what is on sale: %s', async (q) => {
    expect((await suggest(q)).json().data).toEqual({ products: [], brands: [], categories: [] })
  })

  it.each([
    '',
    ' ',
    '\u0000',
    "'",
    "gigabit'",
    'a:* & !b | (',
    '\\',
    "sw\\' :*",
    '%_%',
    'the',
    'x',
    '🔌',
    'מתג',
    '\u{10ffff}',
    'a'.repeat(5_000),
    '-'.repeat(300),
    '"gigabit',
    '<b>switch</b>',
    `${'a'.repeat(199)}🔌`,
  ])('accepts %j', async (q) => {
    const answer = await suggest(q)
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json().data)).toEqual(['products', 'brands', 'categories'])
  })

  it('answers without a query, and requires a credential', async () => {
    const url = '/api/v1/products/suggest'
    const headers = { 'x-api-key': 'buyer' }
    expect((await http.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
    const broken = await http.inject({ method: 'GET', url: `${url}?q=%ED%A0%80`, headers })
    expect(broken.statusCode).toBe(200)
    expect((await suggest('switch', '', 'nobody')).statusCode).toBe(401)
  })
})

async function suggest(q: string, more = '', key = 'buyer') {
  const url = `/api/v1/products/suggest?q=${encodeURIComponent(q)}${more}`
  return http.inject({ method: 'GET', url, headers: { 'x-api-key': key } })
}
