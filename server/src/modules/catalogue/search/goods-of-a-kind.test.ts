import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { isLinking } from './words/linking-words.ts'
import { modelsOf } from './words/models.ts'

const database = await useDatabase()
const catalog = aCatalog({ database })
const pump = { categoryId: 'cat_pumps', brand: 'Aquila' }
for (const model of ['A', 'B', 'C', 'D', 'E', 'F']) {
  const attributes = stating(['Flow rate', `${model}00`], ['Colour', 'Blue'])
  await aProduct(database, { ...pump, name: `Aquila ${model}10 garden pump`, attributes })
}
await aProduct(database, {
  ...pump,
  name: 'Aquila wall panel pump',
  attributes: stating(['Thickness', 'Thin']),
})
await aProduct(database, { ...pump, name: 'Aquila silent pump' })
await aProduct(database, { categoryId: 'cat_hoses', name: 'Rubber garden hose' })
await aProduct(database, { categoryId: 'cat_tools', name: 'Brass nozzle rubber hose red' })
await aProduct(database, { categoryId: 'cat_tools', name: 'Rubber hose tool red' })
await aProduct(database, { categoryId: 'cat_tools', name: 'Bag for a rubber hose red' })
const cover = { categoryId: 'cat_covers', brand: 'Aquila' }
await aProduct(database, {
  ...cover,
  name: 'Aquila slim cover',
  attributes: stating(['Fits', 'Meadow S20+'], ['Range', 'Meadow']),
})
await aProduct(database, {
  ...cover,
  name: 'Aquila protective cover for mowers, three layers',
  attributes: stating(['Fits', 'Meadow S10, Meadow S20'], ['Range', 'Meadow']),
})
await aProduct(database, { categoryId: 'cat_mowers', name: 'Meadow mower', mpn: 'E6500' })

describe('goods of the kind that the query names', () => {
  it('rank before goods without the attributes of that kind', async () => {
    const names = await namesOf('pump')
    expect(names.slice(0, 6)).toEqual(Array(6).fill(expect.stringMatching(/garden pump$/)))
    expect(names.slice(6)).toEqual(['Aquila silent pump', 'Aquila wall panel pump'])
  })

  it('include goods of any category with the whole query in their names', async () => {
    const names = await namesOf('red rubber hose')
    expect(names[0]).toBe('Brass nozzle rubber hose red')
    expect(names[1]).toBe('Rubber garden hose')
  })

  it('rank first when they fit the named model', async () => {
    expect((await namesOf('meadow s20 cover'))[0]).toMatch(/three layers/)
  })

  it('rank before goods that merely have the same number', async () => {
    const names = await namesOf('pump for mower e6500')
    expect(names.slice(0, 6)).toEqual(Array(6).fill(expect.stringMatching(/garden pump$/)))
    expect(names).toContain('Meadow mower')
    expect((await namesOf('mower e6500'))[0]).toBe('Meadow mower')
  })
})

describe('linking words', () => {
  const words = (text: string) => text.split(' ').map((word) => ({ text: word, quoted: false }))

  it('match nothing by themselves', async () => {
    const { match, found } = await catalog.search(buyer, { q: 'pump auf garden', limit: 20 })
    expect(match).toBe('full')
    expect(found[0]?.product.name).toMatch(/garden pump$/)
  })

  it('stand between other words', () => {
    const linking = (text: string) => words(text).filter((_, at) => isLinking(words(text), at))
    expect(linking('usb c auf hdmi').map(({ text }) => text)).toEqual(['auf'])
    expect(linking('keyboard für')).toEqual([])
    expect(linking('gloves en 388')).toEqual([])
  })
})

it('model names have a digit and a letter', () => {
  expect(modelsOf(['cover', 'Galaxy', 'S20', '128'])).toEqual([
    'cover galaxy s20',
    'galaxy s20',
    'galaxy s20 128',
    's20 128',
  ])
  expect(modelsOf(['12', '24'])).toEqual([])
})

function stating(...attributes: (readonly [label: string, value: string])[]) {
  return attributes.map(([label, value]) => ({ label, value, kind: 'text' as const }))
}

async function namesOf(q: string) {
  return (await catalog.search(buyer, { q, limit: 20 })).found.map(({ product }) => product.name)
}
