import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { insertCategories } from '#modules/products'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import type { SearchInput } from '../search-input.ts'

const cables = [
  ['Black', '1 m'],
  ['Black', '2 m'],
  ['Blue', '1 m'],
  ['Red', '3 m'],
] as const
const database = await useDatabase()

const catalog = aCatalog({ database })
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

it.each([{ q: 'patch cable' }, { category: 'cat_bolts', brand: ['Boltworks'] }])(
  'facets of an attribute ignore their own selection and no other: %j',
  async (asked) => {
    const all = { Black: 2, Blue: 1, Red: 1 }

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

it('facets of a price range count what a search within it finds', async () => {
  for (const unitPrice of ['10', '24.999999', '25', '49.5', '50']) {
    await aProduct(database, { name: 'Torque wrench', unitPrice })
  }
  const { price } = await facetsOf({ q: 'torque wrench' })
  expect(price.map(({ count }) => count)).toEqual([2, 2, 1])
  for (const { from: minPrice, maxPrice, count } of price) {
    const { total } = await catalog.search(buyer, {
      q: 'torque wrench',
      minPrice,
      maxPrice,
      limit: 1,
    })
    expect(total).toBe(count)
  }
})

it('facets include every short attribute, under one name for labels with one meaning', async () => {
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

describe('category facets', () => {
  const tree = [
    { id: 'cat_light', name: 'Light', path: ['Light'], pathIds: ['cat_light'], nouns: [] },
    below('cat_lamps', 'Lamps > standing'),
    below('cat_bulbs', 'Bulbs'),
    below('cat_fuses', 'Fuses'),
  ]

  beforeAll(async () => {
    await database.transaction((tx) => insertCategories(tx, tree))
    for (const [categoryId] of [['cat_lamps'], ['cat_lamps'], ['cat_bulbs']] as const) {
      await aProduct(database, { name: 'Halogen light', categoryId })
    }
  })
  const asked = { q: 'halogen light' }
  const idsOf = async (category?: string) =>
    (await facetsOf({ ...asked, category })).category.map(({ id, count, selected, parentId }) => [
      id,
      parentId,
      count,
      selected,
    ])

  it('show the selected category, its parents and its direct children', async () => {
    expect(await idsOf('cat_light')).toEqual([
      ['cat_light', null, 3, true],
      ['cat_lamps', 'cat_light', 2, false],
      ['cat_bulbs', 'cat_light', 1, false],
    ])
    expect(await idsOf('cat_bulbs')).toEqual([
      ['cat_light', null, 3, false],
      ['cat_bulbs', 'cat_light', 1, true],
    ])
    expect(await idsOf('cat_fuses')).toEqual([
      ['cat_light', null, 3, false],
      ['cat_fuses', 'cat_light', 0, true],
    ])
    expect(await idsOf()).toContainEqual(['cat_light', null, 3, false])
  })

  it('form a tree', async () => {
    const walk = (parentId?: string | null) =>
      catalog.categories(buyer, { parentId, after: undefined, limit: 50 })
    expect((await walk('cat_light')).map(({ id }) => id)).toEqual([
      'cat_bulbs',
      'cat_fuses',
      'cat_lamps',
    ])
    const top = await walk(null)
    expect(top.map(({ id }) => id)).toEqual(['cat_bolts', 'cat_light'])
    expect((await walk()).length).toBe(5)
    expect(top[1]).toEqual({ id: 'cat_light', name: 'Light', path: ['Light'], parentId: undefined })
    const rest = await catalog.categories(buyer, { parentId: null, after: 'cat_bolts', limit: 1 })
    expect(rest.map(({ id }) => id)).toEqual(['cat_light'])
  })
})

it('facets show a brand once under all its spellings, and find all its products', async () => {
  for (const brand of ['Öllampen AG', 'ÖLLAMPEN AG', 'Öllampen AG', 'öllampen ag', 'Oil Lamps']) {
    await aProduct(database, { name: 'Hurricane lantern', brand })
  }
  const asked = { q: 'hurricane lantern' }
  const whole = { value: 'Öllampen AG', count: 4 }
  expect((await facetsOf(asked)).brand).toMatchObject([whole, { value: 'Oil Lamps', count: 1 }])
  for (const narrowed of [asked, {}]) {
    const brand = ['öLLAMPEN ag', 'öllampen AG', 'NOBODY', 'nobody']
    const { total, facets } = await catalog.search(buyer, { ...narrowed, brand, limit: 5 })
    expect(total).toBe(4)
    expect(facets.brand.filter(({ selected }) => selected)).toEqual([
      { ...whole, selected: true },
      { value: 'nobody', count: 0, selected: true },
    ])
  }
})

it('facets always show the selection first', async () => {
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

function below(id: string, name: string) {
  return {
    id,
    name,
    path: ['Light', name],
    pathIds: ['cat_light', id],
    parentId: 'cat_light',
    nouns: [],
  }
}

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
