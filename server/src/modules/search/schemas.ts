import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { typedMax } from '#kernel/typed-text'
import type { RateTable } from '#modules/fx'
import { FxMeta, ProductView, productExample, viewFx, viewProduct } from '#modules/products'
import { PageQuery, Refusal } from '#platform/http'
import { searchMetaExample } from './examples.ts'
import type { Found, SearchResult } from './search.ts'
import { noticeCodes, type SearchNotice } from './search-notices.ts'

const Text = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))
const Texts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 30, description }))
const Bound = (description: string) =>
  Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
      description: `${description} A decimal, zero or more.`,
      examples: [12.5],
    }),
  )

export const ProductsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: typedMax,
      description:
        'Words, part numbers, GTINs, measures. A phrase in double quotes, a minus before what must not occur. The first 1,000 characters count.',
      examples: ['cat6 patch cable blue 25 ft'],
    }),
  ),
  category: Text(
    'Id, name or path (`Network > Switches`) of a category, in any language of the catalogue. Products of the categories below it are found too.',
  ),
  brand: Texts('One of these brands, in capital and small letters alike.'),
  supplier: Texts('Sold by one of these companies.'),
  attribute: Texts('`label:value` as in the facets. Values of one label are alternatives.'),
  minPrice: Bound(
    'What your company pays for one unit, converted to `currency`, is at least this. A price basis of 100 is divided by 100.',
  ),
  maxPrice: Bound(
    'What your company pays for one unit, converted to `currency`, is at most this. A price basis of 100 is divided by 100.',
  ),
  currency: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'Of the prices, their bounds and their ranges; unless given, that of your company. A price that there is no rate for ' +
        'stays in its own currency; where you give one, or prices are compared, a request that finds it is refused instead.',
      examples: ['EUR'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Only what ships there.',
      examples: ['DE'],
    }),
  ),
  sort: Type.Optional(
    Type.Union(
      [
        Type.Literal('relevance'),
        Type.Literal('newest'),
        Type.Literal('name'),
        Type.Literal('price_asc'),
        Type.Literal('price_desc'),
      ],
      { description: '`relevance` where there are words, else `newest`.' },
    ),
  ),
  ...PageQuery.properties,
})

/** Where a page of a search ends. */
export const PlaceSchema = Type.Object({
  key: Type.String(),
  id: Type.String(),
  rateSetId: Type.Optional(Type.String()),
})

const Choice = { count: Type.Integer(), selected: Type.Boolean() }

const FacetsView = record(
  'Facets',
  'The values to filter by. Each counts the products that remain without its own filter.',
  {
    category: Type.Array(
      record('CategoryFacet', 'A category, and how many products of the result it has.', {
        id: Type.String(),
        path: Type.Array(Type.String()),
        parentId: Type.Union([Type.String(), Type.Null()], { description: 'Null at the top.' }),
        ...Choice,
      }),
      {
        description:
          'The commonest. Of a selected category itself, those above it and those right below it.',
      },
    ),
    brand: Type.Array(
      record('BrandFacet', 'A brand, and how many products of the result it has.', {
        value: Type.String(),
        ...Choice,
      }),
    ),
    supplier: Type.Array(
      record('SupplierFacet', 'A supplier, and how many products of the result it has.', {
        id: Type.String(),
        name: Type.String(),
        ...Choice,
      }),
    ),
    price: Type.Array(
      record('PriceFacet', 'A price range, and how many products of the result it has.', {
        from: Type.String({ description: 'To be sent as `minPrice`.' }),
        to: Type.Optional(
          Type.String({ description: 'Where the next range begins: not in this one.' }),
        ),
        maxPrice: Type.Optional(
          Type.String({
            description: 'The most that a price of the range can be, to be sent as `maxPrice`.',
          }),
        ),
        count: Type.Integer(),
      }),
    ),
    attributes: Type.Array(
      record('AttributeFacet', 'An attribute, and its values in the result.', {
        label: Type.String(),
        values: Type.Array(
          record(
            'AttributeFacetValue',
            'A value of an attribute, and how many products of the result have it.',
            { value: Type.String(), ...Choice },
          ),
        ),
      }),
    ),
  },
)

export const SearchMatch = Type.Enum(['full', 'partial', 'none'], {
  title: 'SearchMatch',
  description:
    'How much of `q` is found. `full`: a product matches all of it, also by a synonym or a correction. `partial`: no product does, and those that are found come near. `none`: nothing is found. Absent without `q`.',
})

const NoticesView = Type.Array(
  record('SearchNotice', 'What the search changed or left out.', {
    code: Type.Enum([...noticeCodes], { description: 'Stable: what a client switches on.' }),
    message: Type.String({ description: 'A sentence a person can act on.' }),
    words: Type.Array(Type.String(), { description: 'Of the query, as they were read.' }),
  }),
  {
    description:
      'Present where nothing is found because nothing in `q` can be looked for: which words were left out, and why.',
  },
)

export const SearchMeta = record(
  'SearchMeta',
  'The total, the facets and the notices of a search.',
  {
    limit: Type.Integer(),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
    total: Type.Integer(),
    totalIsLowerBound: Type.Boolean({ description: 'There are at least this many.' }),
    withAllWords: Type.Optional(
      Type.Integer({
        description:
          'Told where few products have all the words and those with some of them are found, too: so many of `total` have all. By relevance they stand before the others, as a rule.',
      }),
    ),
    facets: FacetsView,
    currency: Type.String(),
    fx: Type.Optional(FxMeta),
    tookMs: Type.Number(),
    match: Type.Optional(SearchMatch),
    correctedQuery: Type.Optional(
      Type.String({
        description: 'What was searched for instead. In double quotes a word is taken as it is.',
      }),
    ),
    notices: Type.Optional(NoticesView),
  },
)

const SearchAnswer = Type.Object(
  { success: Type.Literal(true), data: Type.Array(ProductView), meta: SearchMeta },
  { examples: [{ success: true, data: [productExample], meta: searchMetaExample }] },
)

export const searchAnswers = { 200: SearchAnswer, '4xx': Refusal, '5xx': Refusal }

export function viewFound(
  { product, match }: Found,
  corrected: boolean,
  table?: RateTable,
): Static<typeof ProductView> {
  const view = viewProduct(product, table)
  if (!match) return view
  return { ...view, match: corrected ? { kind: match, corrected } : { kind: match } }
}

export function viewSearchMeta(
  result: SearchResult,
  tookMs: number,
): Omit<Static<typeof SearchMeta>, 'limit' | 'nextCursor'> {
  const { total, totalIsLowerBound, withAllWords, facets, currency, table } = result
  const { match, correctedQuery, notices } = result
  return {
    total,
    totalIsLowerBound,
    ...(withAllWords === undefined ? {} : { withAllWords }),
    facets: {
      ...(facets as Static<typeof FacetsView>),
      brand: facets.brand.filter(({ value }) => value !== ''),
    },
    currency,
    ...(table ? { fx: viewFx(table) } : {}),
    tookMs: Math.round(tookMs * 10) / 10,
    ...(match === undefined ? {} : { match }),
    ...(correctedQuery === undefined ? {} : { correctedQuery }),
    ...viewNotices(notices),
  }
}

/** Nothing where there are none. */
function viewNotices(notices: readonly SearchNotice[]): {
  notices?: Static<typeof NoticesView>
} {
  if (notices.length === 0) return {}
  return { notices: notices.map(({ words, ...notice }) => ({ ...notice, words: [...words] })) }
}
