import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { anFxWith } from '#testing/fx'
import { useHttp } from '#testing/http'
import { matchRoutes } from './match-routes.ts'

const now = new Date('2026-01-02T03:04:05Z')
const withoutScopes: Principal = { ...buyer, kind: 'api_key', roles: new Set(), scopes: new Set() }
const database = await useDatabase()
const { fx } = await anFxWith(database, { USD: '2' })
const catalog = aCatalog({ database, fx })
const http = await useHttp(matchRoutes(catalog, catalog.ratesFor), {
  callers: { buyer, nothing: withoutScopes },
  now: () => now,
})
const gigabitSwitch = await aProduct(database, {
  sku: '2125510',
  mpn: 'TL-SG1008',
  unitPrice: '40',
  tiers: [[10, '38.5']],
  onHand: 7,
})
const inBoxes = { moq: 10, multiple: 4 }
const toner = await aProduct(database, { mpn: '006R90321', gtins: ['0095205603217'], ...inBoxes })
const cable = await aProduct(database, { mpn: 'CABLE-7', unit: 'MTR', moq: 0.125, multiple: 0.125 })
const spaced = await aProduct(database, { mpn: 'TN 2110 5' })
for (const sku of ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7']) {
  await aProduct(database, { sku: `${sku}00`, mpn: 'SHARED-77' })
}
const gone = await aProduct(database, { mpn: 'GONE-4711' })
await database.transaction((tx) => catalog.changeProduct(tx, gone.id, { discontinued: true }))

describe('POST /api/v1/products/match', () => {
  it('answers each line in order with price, stock and an orderable quantity', async () => {
    const data = await matched({ text: 'TL-SG1008\nnothing like it\n006R90321\t13\n006R90321\t8' })
    expect(data[0].product.quantitySold).toBeUndefined()
    expect(data).toMatchObject([
      {
        line: 1,
        quantity: 1,
        status: 'matched',
        match: { kind: 'mpn', as: 'typed' },
        product: {
          id: gigabitSwitch.id,
          price: {
            list: { amount: '40.00', currency: 'EUR' },
            tiers: [{ minQuantity: 10, unitPrice: { amount: '38.50', currency: 'EUR' } }],
          },
          availability: { status: 'low_stock', available: 7 },
        },
      },
      { line: 2, partNumber: 'nothing like it', status: 'unknown' },
      { line: 3, quantity: 13, status: 'matched', product: { id: toner.id, quantitySold: 16 } },
      { line: 4, quantity: 8, status: 'matched', product: { quantitySold: 12 } },
    ])
  })

  it('returns the cost of the quantity in the requested currency, and whether it ships', async () => {
    const lines = [
      { partNumber: 'TL-SG1008', quantity: 9 },
      { partNumber: 'TL-SG1008', quantity: 10 },
    ]
    const usd = (amount: string) => ({ amount, currency: 'USD' })
    const answer = await match({ lines, currency: 'USD', country: 'JP' })
    expect(answer.json()).toMatchObject({
      data: [
        {
          product: {
            price: {
              list: usd('80.00'),
              atQuantity: { unitPrice: usd('80.00'), total: usd('720.00') },
              supplier: { list: { amount: '40.00', currency: 'EUR' } },
            },
            ships: false,
          },
        },
        { product: { price: { atQuantity: { unitPrice: usd('77.00'), total: usd('770.00') } } } },
      ],
      meta: { fx: { state: 'fresh' } },
    })
    const [own] = await matched({ lines, country: 'DE' })
    expect(own.product).toMatchObject({
      price: { atQuantity: { total: { amount: '360.00', currency: 'EUR' } } },
      ships: true,
    })
    expect(own.product.price.supplier).toBeUndefined()
  })

  it.each([
    ['currency', 'XXE', 'catalog.currency_unknown', 400],
    ['country', 'XX', 'catalog.country_unknown', 400],
    ['currency', 'JPY', 'fx.rate_unavailable', 422],
  ])('refuses the %s %s', async (field, value, code, status) => {
    const answer = await match({ ...partNumbers('TL-SG1008'), [field]: value })
    expect([answer.statusCode, answer.json().meta.code]).toEqual([status, code])
  })

  it.each([
    ['tl sg 1008', 'mpn', 'typed'],
    ['tl/sg1008', 'mpn', 'typed'],
    ['2125510', 'sku', 'typed'],
    ['TL-SG1OO8', 'mpn', 'variant'],
    ['00TL-SG1008', 'mpn', 'variant'],
  ])('finds %s', async (typed, kind, as) => {
    const [line] = await matched(partNumbers(typed))
    expect(line).toMatchObject({ product: { id: gigabitSwitch.id }, match: { kind, as } })
  })

  it.each([
    ['0095205603217', 'typed'],
    ['095205603217', 'typed'],
    ['0 095205 603217', 'typed'],
    ['6R90321', 'variant'],
    ['O06R90321', 'variant'],
  ])('finds %s with any leading zeros', async (typed, as) => {
    const [line] = await matched(partNumbers(typed))
    expect(line).toMatchObject({ product: { id: toner.id }, match: { as } })
  })

  it.each([
    ['TL-SG1008\t5', 5],
    ['TL-SG1008;5', 5],
    ['TL-SG1008, 5', 5],
    ['TL-SG1008 5', 5],
    ['  TL-SG1008  ;;', 1],
    ['tl sg 1008 5', 5],
    ['tl sg 1008', 1],
    [`TL-SG1008${' '.repeat(150)}5`, 5],
    ['\ufeffTL-SG1008 1000000\r\n\r\n', 1_000_000],
  ])('reads %j', async (text, quantity) => {
    expect(await matched({ text })).toMatchObject([
      { status: 'matched', product: { id: gigabitSwitch.id }, quantity },
    ])
  })

  it.each([
    ['"TL-SG1008","3"'],
    ['“TL-SG1008”;3'],
    ['"TL-SG1008"\t"3"\t"Switch, 8 ports"'],
    ['3 × TL-SG1008'],
    ['3 TL-SG1008'],
    ['3 pcs TL-SG1008'],
    ['3;TL-SG1008'],
    ['TL-SG1008 3 pcs'],
    ['TL-SG1008 3 Stück'],
    ['TL-SG1008 3 pièces'],
    ['TL-SG1008;3 St.'],
    ['TL-SG1008 x 3'],
    ['TL-SG1008 x3'],
    ['TL-SG1008:3'],
    ['TL-SG1008\t3\t12.50'],
    ['TL-SG1008,3,a switch'],
    ['TL-SG1008;a switch, in black;3'],
    ['2125510;a switch;3'],
    ['3 2125510'],
    ['| TL-SG1008 | 3 |'],
    ['TL-SG1008 ３'],
  ])('reads %j as three pieces of it', async (text) => {
    expect(await matched({ text })).toMatchObject([
      { status: 'matched', product: { id: gigabitSwitch.id }, quantity: 3 },
    ])
  })

  it.each([
    ['TL-SG1008 -5', 1],
    ['TL-SG1008 1,000', 1],
    ['TL-SG1008;1.000', 1],
    ['TL-SG1008;2.5555', 1],
    ['TL-SG1008;12.50;3', 1],
    ['TL-SG1008,1,000', 1],
    ['TL-SG1008,2,50', 1],
    ['TL-SG1008;0', 0],
    ['0 TL-SG1008', 0],
    ['TL-SG1008 1000001', 1_000_001],
    ['TL-SG1008\tmany', 1],
  ])(
    'does not guess the quantity of %j, and returns the text as typed',
    async (typed, quantity) => {
      expect(await matched({ text: typed })).toEqual([
        {
          line: 1,
          partNumber: expect.any(String),
          quantity,
          status: 'invalid',
          problem: 'quantity_invalid',
          typed,
        },
      ])
    },
  )

  it('reads metres of a cable', async () => {
    expect(await matched({ text: 'CABLE-7 2,5' })).toMatchObject([
      { status: 'matched', product: { id: cable.id }, quantity: 2.5 },
    ])
  })

  it.each([
    ['TL-SG1008 2,5', 2.5],
    ['2125510 0,3', 0.3],
    ['TL-SG1008;2.5', 2.5],
  ])('does not sell parts of a piece: %j', async (typed, quantity) => {
    expect(await matched({ text: typed })).toMatchObject([
      { status: 'invalid', problem: 'quantity_not_whole', quantity, typed },
    ])
  })

  it('returns both readings when each is a known number', async () => {
    const battery = await aProduct(database, { mpn: 'RBC2', unitPrice: '10' })
    const other = await aProduct(database, { mpn: 'RBC25', unitPrice: '20' })
    const text = 'RBC2 5\nRBC2\t5\nRBC2 5,3\n4;RBC2;7'
    const [spacedLine, tabbed, broken, columns] = await matched({ text })
    expect(spacedLine).toMatchObject({
      status: 'ambiguous',
      partNumber: 'RBC2',
      quantity: 5,
      candidates: [
        {
          id: battery.id,
          partNumber: 'RBC2',
          quantity: 5,
          price: { atQuantity: { total: { amount: '50.00' } } },
        },
        {
          id: other.id,
          partNumber: 'RBC2 5',
          quantity: 1,
          price: { atQuantity: { total: { amount: '20.00' } } },
        },
      ],
    })
    expect(spacedLine.candidates).toHaveLength(2)
    expect(tabbed).toMatchObject({ status: 'matched', product: { id: battery.id }, quantity: 5 })
    expect(broken).toMatchObject({
      status: 'ambiguous',
      candidates: [{ id: other.id, quantity: 3 }],
    })
    const [decimal] = await matched({ text: '212551 0,3' })
    expect(decimal).toMatchObject({ status: 'ambiguous', candidates: [{ quantity: 3 }] })
    expect(columns.candidates.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 7])
  })

  it('returns every reading when several products share a number', async () => {
    const four = await aProduct(database, { mpn: 'SHARED-774' })
    const [line] = await matched({ text: 'SHARED-77 4' })
    expect(line.candidates).toHaveLength(5)
    expect(line.candidates[1]).toMatchObject({ id: four.id, quantity: 1 })
    const others = line.candidates.filter(({ id }: { id: string }) => id !== four.id)
    expect(others.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 4, 4, 4])
  })

  it('does not read punctuation with a number as a part number', async () => {
    await aProduct(database, { sku: '3', mpn: 'THREE' })
    expect(await matched({ text: '😀 3\n3\t2125510\t7\n3 2125510' })).toMatchObject([
      { status: 'invalid', problem: 'part_number_missing', quantity: 3, typed: '😀 3' },
      { status: 'ambiguous', candidates: [{ quantity: 3 }, { quantity: 7 }] },
      { status: 'matched', product: { id: gigabitSwitch.id }, quantity: 3 },
    ])
  })

  it('reads a final number as part of the part number when that number exists', async () => {
    const data = await matched({ text: 'TN 2110 5\nTN 2110 5 3' })
    expect(data).toMatchObject([
      { product: { id: spaced.id }, quantity: 1 },
      { product: { id: spaced.id }, quantity: 3 },
    ])
  })

  it('finds part numbers of two letters', async () => {
    const short = await aProduct(database, { mpn: 'M8', name: 'Short' })
    const data = await matched({ text: 'm-8\t3' })
    expect(data).toMatchObject([{ quantity: 3, status: 'matched', product: { id: short.id } }])
  })

  it('keeps the letters of every script and drops punctuation and accents', async () => {
    const pump = await aProduct(database, { mpn: 'КПД-100', name: 'Pump' })
    const drill = await aProduct(database, { mpn: 'Éclair™ 7X', name: 'Drill' })
    const data = await matched(partNumbers('кпд 100', 'ECLAIR7X', 'АБВ-100'))
    expect(data).toMatchObject([
      { status: 'matched', product: { id: pump.id } },
      { status: 'matched', product: { id: drill.id } },
      { status: 'unknown' },
    ])
  })

  it('shows up to five products that share a number', async () => {
    const [line] = await matched(partNumbers('shared77'))
    expect(line).toMatchObject({ status: 'ambiguous' })
    expect(new Set(line.candidates.map(({ id }: { id: string }) => id)).size).toBe(5)
    expect(line.product).toBeUndefined()
  })

  it('suggests what an unknown number begins or resembles', async () => {
    const data = await matched(partNumbers('TL-SG10', 'TL-SG1088', 'zz', 'GONE-4711'))
    expect(data).toMatchObject([
      { status: 'unknown', nearest: { id: gigabitSwitch.id } },
      { status: 'unknown', nearest: { id: gigabitSwitch.id } },
      { status: 'unknown' },
      { status: 'unknown' },
    ])
    expect(data[2].nearest).toBeUndefined()
    expect(JSON.stringify(data[3])).not.toContain('Hexagon')
  })

  it('reports the error of each line of a text and counts the empty lines', async () => {
    const text = `TL-SG1008;0\n\n;5\nTL-SG1008\tmany\nTL-SG1008 1000001\n${'x'.repeat(201)}\n${'y'.repeat(101)}`
    const data = await matched({ text })
    expect(
      data.map(({ line, problem }: { line: number; problem: string }) => [line, problem]),
    ).toEqual([
      [1, 'quantity_invalid'],
      [3, 'part_number_missing'],
      [4, 'quantity_invalid'],
      [5, 'quantity_invalid'],
      [6, 'line_too_long'],
      [7, 'line_too_long'],
    ])
  })

  it('answers a thousand lines, with repetitions, in the same few statements', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => ({
      partNumber: at % 2 === 0 ? 'TL-SG1008' : `Q${at}-${at * 7}`,
      quantity: at + 1,
    }))
    const data = await matched({ lines })
    expect(data).toHaveLength(1_000)
    expect(data[998]).toMatchObject({ line: 999, quantity: 999, status: 'matched' })
    expect(data.filter(({ status }: { status: string }) => status === 'matched')).toHaveLength(500)
  })

  it.each([
    [{}, 400, 'catalog.order_lines_missing'],
    [{ text: ' \n\t\n' }, 400, 'catalog.order_lines_missing'],
    [{ text: 'a', lines: [{ partNumber: 'a' }] }, 400, 'catalog.order_lines_missing'],
    [{ text: 'a\n'.repeat(1_001) }, 422, 'catalog.order_lines_too_many'],
    [{ lines: [] }, 400, 'platform.request_invalid'],
    [partNumbers(...new Array(1_001).fill('a')), 400, 'platform.request_invalid'],
    [partNumbers('x'.repeat(101)), 400, 'platform.request_invalid'],
    [partNumbers(''), 400, 'platform.request_invalid'],
    [{ text: 'x'.repeat(210_001) }, 400, 'platform.request_invalid'],
    [{ lines: [{ partNumber: 'a', quantity: 0 }] }, 400, 'platform.request_invalid'],
    [{ lines: [{ partNumber: 'a', quantity: 1_000_001 }] }, 400, 'platform.request_invalid'],
    [{ lines: [{ partNumber: 'a', quantity: 1.2345 }] }, 400, 'platform.request_invalid'],
    [{ lines: [{ partNumber: 'a', price: '1' }] }, 400, 'platform.request_invalid'],
  ])('case %#: refuses what is no quick order', async (payload, status, code) => {
    const answer = await match(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ success: false, meta: { code } })
  })

  it('accepts any text in a line', async () => {
    const hostile = ["'", '"; drop', '%_%', '🔌', 'מתג', '\\', '---', '0000', '\u0001', '{}:*&|']
    const data = await matched(partNumbers(...hostile, ' '))
    expect(data.map(({ status }: { status: string }) => status)).toEqual([
      ...hostile.map(() => 'unknown'),
      'invalid',
    ])
    const pasted = await matched({ text: hostile.join('\n') })
    expect(pasted.every(({ status }: { status: string }) => status !== 'matched')).toBe(true)
  })

  it.each(['\u0000', '\ud800'])('refuses %j, which is no text', async (partNumber) => {
    expect((await match(partNumbers(partNumber))).statusCode).toBe(400)
  })

  it('requires the right to read products', async () => {
    expect((await match(partNumbers('TL-SG1008'), 'nobody')).statusCode).toBe(401)
    expect((await match(partNumbers('TL-SG1008'), 'nothing')).statusCode).toBe(403)
  })
})

async function match(payload: unknown, key = 'buyer') {
  const url = '/api/v1/products/match'
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return http.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
}

async function matched(payload: unknown) {
  const answer = await match(payload)
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

function partNumbers(...numbers: string[]) {
  return {
    lines: numbers.map((partNumber) => ({ partNumber })),
  }
}
