import { Decimal } from 'decimal.js'
import { normalIdentifier } from '../../../server/src/modules/catalogue/products/index.ts'
import { orderLinesOf } from '../../../server/src/modules/catalogue/quotes/quick-order/order-lines.ts'
import { documentOf } from '../../../server/src/modules/catalogue/search/documents/document.ts'
import { parseQuery } from '../../../server/src/modules/catalogue/search/query/query-text.ts'
import { bareWord } from '../../../server/src/modules/catalogue/search/query/rewrite-words.ts'
import {
  circleOf,
  synonymKey,
  synonymsMax,
  synonymWordsMax,
} from '../../../server/src/modules/catalogue/search/synonyms/synonym.ts'
import { searchText } from '../../../server/src/modules/catalogue/search/words/search-text.ts'
import { type HostileText, pumped } from './hostile-text.ts'

const sizes = [
  '1*1*0,0',
  '1 1/2 x ',
  '0,000',
  '1 m x 1 m ',
  '1-11 ',
  '0 0/0',
  '10 pack',
  "d'",
  '"1',
  '-"',
  '1 to 1',
]
const product = {
  id: 'prd_1',
  supplierCompanyId: 'co_1',
  sku: 'A1',
  mpn: 'M1',
  gtins: [],
  name: 'A product',
  brand: 'Brand',
  description: '',
  attributes: [],
  categoryIds: [],
  shipTo: [],
  listPrice: new Decimal(1),
  currency: 'EUR',
  releasedOn: '2026-01-01',
}

/** Queries, and the texts of products that they find. */
export const searchTexts: readonly HostileText[] = [
  {
    place: 'query of a search',
    most: 65_536,
    limit: '1,000 characters of 65,536 are read, and 24 words',
    texts: (length) => pumped(length, sizes),
    read: parseQuery,
  },
  {
    place: 'word of a query',
    most: 1_000,
    limit: '1,000 characters',
    read: (text) => [bareWord(text), normalIdentifier(text)],
  },
  {
    place: 'pasted quick order',
    most: 210_000,
    limit: '210,000 characters, 200 in a line',
    texts: (length) => [
      ...pumped(length),
      ...pumped(200, sizes).map((line) => `${line.replace(/\s/g, ' ')}\n`.repeat(length / 201)),
      '1 2\n'.repeat(length / 4),
    ],
    read: orderLinesOf,
  },
  {
    place: 'description of a product, for the search',
    most: 20_000,
    limit: '20,000 characters',
    texts: (length) => pumped(length, sizes),
    read: (description) => documentOf({ ...product, description }),
  },
  {
    place: 'name and attributes of a product, for the search',
    most: 500,
    limit: '500 characters in each of 200 values',
    texts: (length) => pumped(length, sizes),
    read: (name) =>
      documentOf({
        ...product,
        name,
        attributes: Array.from({ length: 200 }, (_one, at) => ({
          label: `${at}${name.slice(0, 90)}`,
          value: name,
          unit: 'm',
          kind: 'text',
        })) as never,
      }),
  },
  {
    place: 'word of a synonym',
    most: 60,
    limit: '60 characters',
    read: (text) => [synonymKey(text), searchText(text)],
  },
  {
    place: 'cycle of synonyms',
    most: synonymsMax,
    limit: `${synonymsMax} groups of ${synonymWordsMax} words`,
    texts: (length) => ['x'.repeat(length)],
    read: ({ length }) => {
      const words = (at: number) =>
        Array.from({ length: synonymWordsMax }, (_one, n) => `w${at}x${n}`)
      const group = (at: number) => ({
        language: 'any' as const,
        words: words(at),
        alsoFind: words(at + 1),
      })
      return circleOf(
        group(-1),
        Array.from({ length }, (_one, at) => group(at)),
      )
    },
  },
]
