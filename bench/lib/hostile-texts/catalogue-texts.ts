import { csvCell, withoutGuard } from '../../../server/src/kernel/csv.ts'
import type { ImportFormat } from '../../../server/src/modules/catalogue/imports/import.ts'
import {
  formatOfContent,
  normalise,
  openReader,
  type RawRecord,
} from '../../../server/src/modules/catalogue/imports/reading/index.ts'
import { unitCodeOf } from '../../../server/src/modules/catalogue/imports/reading/units-of-measure.ts'
import { type HostileText, pumped } from './hostile-text.ts'

/** The fields of a record that are read as texts, numbers, lists or paths. */
const fields = [
  ...[
    'sku',
    'name',
    'description',
    'language',
    'brand',
    'mpn',
    'gtins',
    'category',
    'unit',
    'price',
  ],
  ...[
    'currency',
    'tiers',
    'stock',
    'contents',
    'shipTo',
    'attributes',
    'images',
    'classes',
    'texts',
  ],
  ...['releasedOn', 'discontinued', 'successor'],
] as const

function readField(field: string, text: string): unknown {
  const record: RawRecord = { line: 1, fields: { sku: 'A1', [field]: text }, problems: [] }
  return normalise(record, { decimal: '.' }, unitCodeOf)
}

const options = { replace: false, discontinueMaxPercent: 100 }

async function readFile(format: ImportFormat, text: string): Promise<void> {
  const pieces = (async function* () {
    yield Buffer.from(text)
  })()
  const { reading, records } = await openReader(format, pieces, options, new Date())
  for await (const batch of records) {
    for (const record of batch) normalise(record, reading, unitCodeOf)
  }
}

const turn = { most: 16_384, limit: 'read in turns of 16 kB' }
const record = { most: 1_048_576, limit: 'a record has at most 1 MiB' }
const xml = (items: string) => `<rss><channel><item>${items}</item></channel></rss>`
const article = (rest: string) =>
  `<BMECAT><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID>${rest}</ARTICLE></T_NEW_CATALOG></BMECAT>`
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const languages = letters.flatMap((one) => letters.map((other) => one + other))
const many = (text: string, length: number) =>
  text.repeat(Math.max(1, Math.floor(length / text.length)))

/** Catalogue files, and what products say. */
export const catalogueTexts: readonly HostileText[] = [
  ...fields.map((field) => ({
    place: `catalogue file: the field ${field}`,
    most: 1_048_576,
    limit: 'a record has at most 1 MiB',
    texts: (length: number) => pumped(length, ['>', '|', '{"a":', '[[']),
    read: (text: string) => readField(field, text),
  })),
  {
    place: 'catalogue file: its format',
    most: 65_536,
    limit: 'the first 64 kB',
    read: (text) => formatOfContent(Buffer.from(text)),
  },
  {
    place: 'catalogue file: CSV',
    ...turn,
    texts: (length) => [
      ...pumped(length),
      ...pumped(length).map((text) => `sku;name\n${text}`),
      `sku;${many('a;', length / 2)}\n${many('1\n', length / 2)}`,
      `sku;${many('name_de;', length)}\n1;2`,
      `sku;name\n${many('1;2\n', length)}`,
      `sku;name\n1;"${many('""', length)}`,
    ],
    read: (text) => readFile('csv', text),
  },
  {
    place: 'catalogue file: JSON Lines',
    ...turn,
    texts: (length) => [
      ...pumped(length),
      many('{"sku":"1"}\n', length),
      `{"sku":"1","attributes":[${many('{},', length)}{}]}`,
      `{"sku":"1","texts":{${Array.from({ length: length / 12 }, (_one, at) => `"${at}":{}`).join(',')}}}`,
      `{"sku":"1","tiers":[${Array.from({ length: length / 30 }, (_one, at) => `{"minQuantity":${at},"price":1}`).join(',')}]}`,
      `${'['.repeat(length)}`,
    ],
    read: (text) => readFile('jsonl', text),
  },
  {
    place: 'catalogue file: Google Merchant',
    ...turn,
    texts: (length) => [
      ...pumped(length).map((text) => xml(`<id>1</id><title>${text}</title>`)),
      xml(`<id>1</id>${many('<gtin>1</gtin>', length)}`),
      xml(many('<a>', length)),
      xml(
        `<id>1</id><a ${Array.from({ length: length / 10 }, (_one, at) => `b${at}=""`).join(' ')}/>`,
      ),
      xml(`<id>1</id><title>${many('&amp;', length)}</title>`),
    ],
    read: (text) => readFile('google', text),
  },
  {
    place: 'catalogue file: BMEcat',
    ...record,
    texts: (length) => [
      article(
        `<ARTICLE_DETAILS>${languages.map((one) => `<DESCRIPTION_SHORT lang="${one}">x</DESCRIPTION_SHORT>`).join('')}</ARTICLE_DETAILS>` +
          `<ARTICLE_FEATURES>${many('<FEATURE><FNAME>a</FNAME><FVALUE lang="eng">1</FVALUE></FEATURE>', length)}</ARTICLE_FEATURES>`,
      ),
      article(
        `<ARTICLE_DETAILS>${languages.map((one) => `<DESCRIPTION_SHORT lang="${one}">x</DESCRIPTION_SHORT>`).join('')}</ARTICLE_DETAILS>` +
          `<ARTICLE_FEATURES><FEATURE><FNAME lang="eng">a</FNAME>${many('<FVALUE lang="eng">1</FVALUE>', length)}</FEATURE></ARTICLE_FEATURES>`,
      ),
      article(
        `<ARTICLE_PRICE_DETAILS>${many('<ARTICLE_PRICE><PRICE_AMOUNT>1</PRICE_AMOUNT></ARTICLE_PRICE>', length)}</ARTICLE_PRICE_DETAILS>`,
      ),
      article(
        many('<MIME_INFO><MIME><MIME_SOURCE>http://a</MIME_SOURCE></MIME></MIME_INFO>', length),
      ),
    ],
    read: (text) => readFile('bmecat', text),
  },
  {
    place: 'cell of a CSV file of ours',
    most: 20_000,
    limit: 'the longest text of a product: 20,000 characters',
    texts: (length) => pumped(length, [';', ";'", ';="']),
    read: (text) => withoutGuard(csvCell(text)),
  },
]
