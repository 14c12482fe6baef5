import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { typedMax } from '#kernel/typed-text'
import { FxMeta, ProductView, productExample, saleStatuses, viewFx } from '#modules/products'
import { PageQuery, Refusal } from '#platform/http'
import { searchMetaExample } from './examples.ts'
import type { Found, SearchResult } from './search.ts'
import { noticeCodes, type SearchNotice } from './search-notices.ts'
import { SponsoredView } from './sponsored-schemas.ts'
import { viewFound } from './view-found.ts'

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

/** Ten years. */
const leadTimeDaysMax = 3_650

export const ProductsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: typedMax,
      description:
        'Words, part numbers, GTINs and measures. Put a phrase in double quotes, and a minus before a word that must not occur. The first 1,000 characters count.',
      examples: ['cat6 patch cable blue 25 ft'],
    }),
  ),
  category: Text(
    'Id, name or path (`Network > Switches`) of a category, in any language of the catalogue. Products of the categories below it are found too.',
  ),
  brand: Texts('One of these brands, in capital and small letters alike.'),
  supplier: Texts('Sold by one of these companies.'),
  sku: Texts(
    'With exactly one of these article numbers of its supplier. Suppliers may use the same number for different products.',
  ),
  attribute: Texts('`label:value` as in the facets. Values of one label are alternatives.'),
  minPrice: Bound(
    'The lowest price of one unit for your company, converted to `currency`. A price basis of 100 is divided by 100.',
  ),
  maxPrice: Bound(
    'The highest price of one unit for your company, converted to `currency`. A price basis of 100 is divided by 100.',
  ),
  currency: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'The currency of prices, of price limits and of price ranges. Default: the currency of your company. A price without a rate then stays in its own currency. If you give a currency, or the request compares prices, a price without a rate causes a refusal.',
      examples: ['EUR'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Only products that ship to this country.',
      examples: ['DE'],
    }),
  ),
  availability: Type.Optional(
    Type.Array(Type.Enum([...saleStatuses]), {
      maxItems: saleStatuses.length,
      description:
        'Only products that have one of these values of `availability.status` at the moment of the search. `in_stock` and `low_stock` together: every product with stock.',
      examples: [['in_stock', 'low_stock']],
    }),
  ),
  maxLeadTimeDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: leadTimeDaysMax,
      description:
        'Only products with at most this `availability.leadTimeDays`: the days until the supplier dispatches the goods.',
      examples: [3],
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
      { description: 'Default: `relevance` if `q` has words, else `newest`.' },
    ),
  ),
  sponsored: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8,
      description:
        'The most sponsored places in `meta.sponsored`. Default: 2. 0: none. Only the first page of a search by relevance has any.',
    }),
  ),
  ...PageQuery.properties,
})

/** The end of a page of a search. */
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
        parentId: Type.Union([Type.String(), Type.Null()], {
          description: 'The id of the category above. Null at the top.',
        }),
        ...Choice,
      }),
      {
        description:
          'The most frequent categories. If a category is selected: this category, those above it and those directly below it.',
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
        from: Type.String({ description: 'The lower limit of the range. Send it as `minPrice`.' }),
        to: Type.Optional(Type.String({ description: 'The start of the next range, exclusive.' })),
        maxPrice: Type.Optional(
          Type.String({
            description: 'The highest price of the range. Send it as `maxPrice`.',
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
    'The match between the products and `q`. `full`: a product matches all of it, also by a synonym or a correction. `partial`: products have the maker, the model and the kind of goods of `q`, but not all of it. `none`: no product has these, and `data` is empty. Absent without `q`.',
})

const NoticesView = Type.Array(
  record(
    'SearchNotice',
    'The changes of the search to the query, and the words that it left out.',
    {
      code: Type.Enum([...noticeCodes], { description: 'A stable code for programs.' }),
      message: Type.String({ description: 'A sentence that tells a person what to do.' }),
      words: Type.Array(Type.String(), {
        description: 'The words of the query, as the service read them.',
      }),
    },
  ),
  {
    description:
      'Present if nothing in `q` can be searched for, so nothing is found. It names the words that were left out, and the reason.',
  },
)

export const SearchMeta = record(
  'SearchMeta',
  'The total, the facets and the notices of a search.',
  {
    limit: Type.Integer(),
    nextCursor: Type.Optional(
      Type.String({ description: 'The cursor of the next page. Absent on the last page.' }),
    ),
    total: Type.Integer(),
    totalIsLowerBound: Type.Boolean({
      description: 'True: there are at least this many products, perhaps more.',
    }),
    withAllWords: Type.Optional(
      Type.Integer({
        description:
          'The number of products, out of `total`, that have all the words. Present if they are few, so that the search also found products with some of the words. Sorted by relevance, products with all the words usually come first.',
      }),
    ),
    facets: FacetsView,
    currency: Type.String(),
    fx: Type.Optional(FxMeta),
    tookMs: Type.Number(),
    match: Type.Optional(SearchMatch),
    nearMisses: Type.Optional(
      Type.Array(ProductView, {
        maxItems: 5,
        description:
          'Present if `match` is `none`: products without the maker, the model or the kind of goods of `q`, the nearest first. They are not in `data` or in `total`. Absent if nothing comes near, and in any other order than `relevance`.',
      }),
    ),
    correctedQuery: Type.Optional(
      Type.String({
        description:
          'The query that the service searched for instead. Put a word in double quotes to search for it unchanged.',
      }),
    ),
    notices: Type.Optional(NoticesView),
    sponsored: Type.Optional(
      Type.Array(SponsoredView, {
        description:
          'Products that suppliers pay for, beside the result. Absent if there are none. `data` never depends on them.',
      }),
    ),
  },
)

const SearchAnswer = Type.Object(
  { success: Type.Literal(true), data: Type.Array(ProductView), meta: SearchMeta },
  { examples: [{ success: true, data: [productExample], meta: searchMetaExample }] },
)

export const searchAnswers = { 200: SearchAnswer, '4xx': Refusal, '5xx': Refusal }

export function viewSearchMeta(
  result: SearchResult,
  tookMs: number,
  sponsored: readonly Static<typeof SponsoredView>[] = [],
): Omit<Static<typeof SearchMeta>, 'limit' | 'nextCursor'> {
  const { total, totalIsLowerBound, withAllWords, facets, currency, table } = result
  const { match, nearMisses, correctedQuery, notices } = result
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
    ...(nearMisses.length === 0 ? {} : { nearMisses: viewsOf(nearMisses, result) }),
    ...(correctedQuery === undefined ? {} : { correctedQuery }),
    ...viewNotices(notices),
    ...(sponsored.length === 0 ? {} : { sponsored: [...sponsored] }),
  }
}

function viewsOf(found: readonly Found[], { correctedQuery, table }: SearchResult) {
  return found.map((one) => viewFound(one, correctedQuery !== undefined, table))
}

/** Omits an empty list of notices. */
function viewNotices(notices: readonly SearchNotice[]): {
  notices?: Static<typeof NoticesView>
} {
  if (notices.length === 0) return {}
  return { notices: notices.map(({ words, ...notice }) => ({ ...notice, words: [...words] })) }
}
