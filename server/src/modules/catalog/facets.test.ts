import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { type Actor, scopesOfRoles } from '#kernel/actor'
import type { Database } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { type Catalog, createCatalog, type SearchInput } from './index.ts'

const now = new Date('2026-01-02T03:04:05Z')
const buyer: Actor = {
  kind: 'person',
  id: 'usr_00000000000000000000000001',
  companyId: 'co_00000000000000000000000001',
  roles: new Set(['buyer']),
  scopes: scopesOfRoles(['buyer']),
}
const cables = [
  ['Black', '1 m'],
  ['Black', '2 m'],
  ['Blue', '1 m'],
  ['Red', '3 m'],
] as const
let database: Database
let catalog: Catalog

beforeAll(async () => {
  database = await freshDatabase()
  catalog = createCatalog({
    database,
    fx: anFx(database),
    now: () => now,
    currencyOf: async () => 'EUR',
  })
  for (const [colour, length] of cables) {
    await aProduct(database, {
      name: 'Patch cable',
      attributes: [
        { label: 'Cable colour', value: colour, kind: 'text' },
        { label: 'Type', value: length, kind: 'text' },
      ],
    })
  }
  for (let at = 0; at < 30; at += 1) {
    const brand = `Brand ${String(at).padStart(2, '0')}`
    await aProduct(database, { name: 'Steel bolt', brand })
    if (at < 29) await aProduct(database, { name: 'Steel bolt', brand })
  }
})
afterAll(() => database.close())

async function facetsOf(input: Partial<SearchInput>) {
  return (await catalog.search(buyer, { limit: 5, ...input })).facets
}

async function countsOf(input: Partial<SearchInput>) {
  const { attributes } = await facetsOf(input)
  return Object.fromEntries(
    attributes.map(({ label, values }) => [
      label,
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
    ]),
  )
}

const all = { Black: 2, Blue: 1, Red: 1 }

it.each([{ q: 'patch cable' }, { category: 'cat_bolts', brand: ['Boltworks'] }])(
  'of an attribute count without its own selection and with every other: %j',
  async (asked) => {
    expect(await countsOf(asked)).toEqual({
      Colour: all,
      Type: { '1 m': 2, '2 m': 1, '3 m': 1 },
    })
    expect(await countsOf({ ...asked, attribute: ['Colour:Black'] })).toEqual({
      Colour: all,
      Type: { '1 m': 1, '2 m': 1 },
    })
    expect(await countsOf({ ...asked, attribute: ['Colour:Black', 'Type:1 m'] })).toEqual({
      Colour: { Black: 1, Blue: 1 },
      Type: { '1 m': 1, '2 m': 1 },
    })
  },
)

it('know every short attribute, under one name where labels mean the same', async () => {
  const attribute = (label: string, value: string, unit?: string) => ({
    label,
    value,
    kind: 'text' as const,
    ...(unit && { unit }),
  })
  await aProduct(database, {
    name: 'Signal lamp',
    attributes: [
      attribute('Farbe', 'Grün'),
      attribute('Mains: socket=type', 'G'),
      attribute('Verpackungsgewicht', '4', 'kg'),
      attribute('Notes', 'n'.repeat(41)),
    ],
  })
  await aProduct(database, {
    name: 'Signal lamp',
    attributes: [attribute('Color', 'Red'), attribute('Mains: socket=type', 'F')],
  })
  const asked = { q: 'signal lamp' }
  expect(await countsOf(asked)).toEqual({
    Colour: { Grün: 1, Red: 1 },
    'Mains socket type': { F: 1, G: 1 },
  })
  const { found } = await catalog.search(buyer, {
    ...asked,
    limit: 5,
    attribute: ['Mains socket type:F'],
  })
  expect(found).toHaveLength(1)
})

it('always show what is selected, first', async () => {
  const rarest = 'Brand 29'
  expect((await facetsOf({ q: 'steel bolt' })).brand.map(({ value }) => value)).not.toContain(
    rarest,
  )
  const { brand } = await facetsOf({ q: 'steel bolt', brand: [rarest] })
  expect(brand[0]).toEqual({ value: rarest, count: 1, selected: true })
  expect(brand).toHaveLength(25)
  const none = await facetsOf({ q: 'patch cable', attribute: ['Colour:Green'] })
  expect(none.attributes[0]?.values[0]).toEqual({ value: 'Green', count: 0, selected: true })
})
