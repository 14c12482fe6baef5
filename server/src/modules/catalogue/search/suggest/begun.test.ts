import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { insertCategories } from '#modules/products'
import { aCatalog, aProduct, buyer } from '#testing/catalog'

const database = await useDatabase()
const catalog = aCatalog({ database })
await database.transaction((tx) =>
  insertCategories(
    tx,
    [
      ['cat_label_printers', 'Label printers', 'label printer'],
      ['cat_laser_printers', 'Laser printers', 'laser printer'],
      ['cat_toner', 'Toner', 'toner'],
      ['cat_mice', 'Mice', 'mouse'],
      ['cat_cables', 'Network cables', 'network cable'],
    ].map(([id = '', name = '', noun = '']) => ({
      id,
      name,
      path: [name],
      pathIds: [id],
      nouns: [noun],
    })),
  ),
)
const product = (categoryId: string, brand: string, name: string, description = '') =>
  aProduct(database, { categoryId, brand, name, description })
await product('cat_label_printers', 'Dymo', 'Label printer LW 450')
await product('cat_laser_printers', 'Brother', 'Laser printer HL 2040')
await product('cat_toner', 'Brother', 'Black toner TN 460', 'Prints labels on laser printers')
await product('cat_toner', 'Canon', 'Black toner CLC', 'Also fits Brother printers, for labels')
await product('cat_mice', 'Logitech', 'Wireless mouse M100', 'Low profile')
await product('cat_mice', 'Targus', 'Wireless mouse W50', 'Long life, logo on top')
await product('cat_cables', 'C2G', 'Network cable, blue')
await catalog.refreshStatistics()

it.each([
  ['lab', ['Label printer LW 450']],
  ['label pri', ['Label printer LW 450']],
  ['laser pr', ['Laser printer HL 2040']],
  ['toner bro', ['Black toner TN 460']],
  ['mouse lo', ['Wireless mouse M100']],
  ['wireless targ', ['Wireless mouse W50']],
  ['blue network ca', ['Network cable, blue']],
  ['drucker eti', ['Label printer LW 450']],
  ['etikettendru', ['Label printer LW 450']],
  ['schwarz ton', ['Black toner CLC', 'Black toner TN 460']],
  ['tn46', []],
])(
  'suggests for %s what it begins to name, and nothing that only shares letters',
  async (typed, names) => {
    const { products, correctedQuery } = await catalog.suggest(buyer, typed, 5)
    expect(products.map(({ name }) => name).toSorted()).toEqual(names)
    expect(correctedQuery).toBeUndefined()
  },
)

it('suggests the category that the text begins to name', async () => {
  const { categories } = await catalog.suggest(buyer, 'drucker eti', 5)
  expect(categories.map(({ id }) => id)).toEqual(['cat_label_printers'])
})

it('corrects the whole words, and keeps the last one as the beginning of a word', async () => {
  const { products, correctedQuery } = await catalog.suggest(buyer, 'netwrok cab', 5)
  expect(correctedQuery).toBe('network cab')
  expect(products.map(({ name }) => name)).toEqual(['Network cable, blue'])
})
