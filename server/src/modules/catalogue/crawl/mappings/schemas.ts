import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type FieldPaths, type FoundProduct, mappedFields } from '../extract/index.ts'
import type { SeenMapping } from './change-mappings.ts'

const Path = Type.String({ minLength: 1, maxLength: 300 })

const Fields = Type.Object(
  Object.fromEntries(mappedFields.map((field) => [field, Type.Optional(Path)])),
  {
    additionalProperties: false,
    description:
      'The path of each field, relative to the element of a product: `nr`, `vk/@waehrung`, `feld[@name=Preis]`. `=EUR` is a fixed value. A field without a path is not read.',
  },
)

const Item = Type.String({
  minLength: 1,
  maxLength: 4_000,
  description: 'The names of the elements from the root to a product: `katalog/position`.',
})

const mapping = {
  item: 'katalog/position',
  fields: { name: 'text', number: 'nr', price: 'vk', currency: 'vk/@waehrung', tax: '=net' },
}

export const PreviewMappingBody = record(
  'PreviewCrawlMapping',
  'A way to read the XML file of a source.',
  { item: Item, fields: Fields },
  { examples: [mapping] },
)

export const ConfirmMappingBody = record(
  'ConfirmCrawlMapping',
  'How the XML file of a source is read, and the version of the mapping that you have read.',
  {
    expectedVersion: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The `version` of the mapping that you have read.',
    }),
    item: Item,
    fields: Fields,
  },
  { examples: [{ expectedVersion: 1, ...mapping }] },
)

const OrNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const Instant = Type.String({ format: 'date-time' })

const MappedProduct = record('MappedProduct', 'A product of a file, as a mapping reads it.', {
  name: Type.String(),
  number: OrNull(Type.String()),
  gtins: Type.Array(Type.String()),
  manufacturer: OrNull(Type.String()),
  manufacturerNumber: OrNull(Type.String()),
  price: Type.Union(
    [
      Type.Object({
        amount: Type.String(),
        currency: Type.String(),
        perQuantity: Type.Number({ description: 'The number of units that the price is for.' }),
        taxIncluded: Type.Union([Type.Boolean(), Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'Null: the file states none, or it cannot be believed.' },
  ),
  unit: OrNull(Type.String()),
  availability: OrNull(Type.String()),
  url: Type.String(),
})

export const MappingPreview = record(
  'CrawlMappingPreview',
  'The first products of a file, as a mapping reads them.',
  { products: Type.Array(MappedProduct) },
)

const FilePath = record(
  'CrawlFilePath',
  'A path of a file, relative to the element of a product.',
  {
    path: Type.String(),
    filled: Type.Integer({ description: 'The number of elements that have a value there.' }),
    samples: Type.Array(Type.String(), { description: 'A few values, shortened.' }),
  },
)

const Shape = record('CrawlFileShape', 'One way to read a file.', {
  item: Item,
  items: Type.Integer({ description: 'The number of such elements at the beginning of the file.' }),
  paths: Type.Array(FilePath),
  fields: Fields,
})

export const MappingView = record(
  'CrawlMapping',
  "How the XML file of a source is read, if it is of the supplier's own format.",
  {
    sourceId: Type.String(),
    sourceName: Type.String(),
    url: Type.String({ description: 'The address of the file.' }),
    version: Type.Integer(),
    state: Type.Enum(['WAITING', 'CONFIRMED'], {
      description: 'Nothing is read of a file that waits.',
    }),
    waitsBecause: Type.Union(
      [Type.Literal('mapping_missing'), Type.Literal('mapping_unfit'), Type.Null()],
      {
        description:
          '`mapping_missing`: nobody has confirmed a mapping. `mapping_unfit`: the file no longer has the elements that its mapping was confirmed for.',
      },
    ),
    waitingSince: Type.Union([Instant, Type.Null()]),
    shapes: Type.Array(Shape, {
      description: 'The ways to read the file that were found, the likeliest first.',
    }),
    confirmed: Type.Union([
      Type.Object({
        item: Item,
        fields: Fields,
        confirmedBy: OrNull(Type.String()),
        confirmedAt: Instant,
      }),
      Type.Null(),
    ]),
    preview: Type.Array(MappedProduct, {
      description: 'The first products, as the confirmed mapping reads them, or the likeliest one.',
    }),
  },
)

const product = {
  name: 'Flachstahl 40x5, 6 m',
  number: 'SW-10',
  gtins: [],
  manufacturer: null,
  manufacturerNumber: null,
  price: { amount: '23.80', currency: 'EUR', perQuantity: 1, taxIncluded: false },
  unit: null,
  availability: 'IN_STOCK',
  url: 'https://supplier.example.com/katalog.xml',
}

export const previewExample = { products: [product] }

export const mappingExample = {
  sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd',
  sourceName: 'Stahl Weber',
  url: 'https://supplier.example.com/katalog.xml',
  version: 1,
  state: 'WAITING' as const,
  waitsBecause: 'mapping_missing' as const,
  waitingSince: '2026-04-13T09:00:00.000Z',
  shapes: [
    {
      ...mapping,
      items: 2,
      paths: [
        { path: 'nr', filled: 2, samples: ['SW-10', 'SW-11'] },
        { path: 'text', filled: 2, samples: ['Flachstahl 40x5, 6 m', 'Rundstahl 12 mm, 6 m'] },
        { path: 'vk/@waehrung', filled: 2, samples: ['EUR'] },
        { path: 'vk', filled: 2, samples: ['23,80', '11,15'] },
      ],
    },
  ],
  confirmed: null,
  preview: [product],
}

export function viewMapping(seen: SeenMapping): Static<typeof MappingView> {
  const { sourceId, sourceName, url, version, waiting, shapes, confirmed, preview } = seen
  return {
    sourceId,
    sourceName,
    url,
    version,
    state: waiting ? 'WAITING' : 'CONFIRMED',
    waitsBecause: waiting?.because ?? null,
    waitingSince: waiting?.since.toISOString() ?? null,
    shapes: shapes.map(({ item, items, paths, fields }) => ({
      item,
      items,
      paths: paths.map(({ path, filled, samples }) => ({ path, filled, samples: [...samples] })),
      fields: { ...fields },
    })),
    confirmed: confirmed
      ? {
          item: confirmed.mapping.item,
          fields: { ...confirmed.mapping.fields } satisfies FieldPaths,
          confirmedBy: confirmed.by ?? null,
          confirmedAt: confirmed.at.toISOString(),
        }
      : null,
    preview: preview.map(viewProduct),
  }
}

export function viewProduct(found: FoundProduct): Static<typeof MappedProduct> {
  const { name, sku, gtins, brand, mpn, price, unit, availability, url } = found
  return {
    name,
    number: sku ?? null,
    gtins: [...gtins],
    manufacturer: brand ?? null,
    manufacturerNumber: mpn ?? null,
    price: price
      ? {
          amount: price.amount,
          currency: price.currency,
          perQuantity: price.perQuantity,
          taxIncluded: price.taxIncluded ?? null,
        }
      : null,
    unit: unit ?? null,
    availability: availability ?? null,
    url,
  }
}
