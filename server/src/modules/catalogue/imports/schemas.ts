import { Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { quantitiesAsNumbers } from '#kernel/quantity'
import { record } from '#kernel/record'
import { fieldNames } from '#modules/products/fields'
import { type CatalogImport, importFormats, importStates } from './import.ts'
import type { Preview } from './preview-import.ts'
import type { Layout } from './reading/record.ts'
import type { NumberedProblem } from './receiving/file-store.ts'

const whole = (description: string) => Type.Integer({ minimum: 0, description })

export const ImportView = record(
  'Import',
  'A catalogue file that a supplier sent, and how far its import is.',
  {
    id: Type.String({ examples: ['imp_01m7xb82dw3khw78phh28dvacd'] }),
    supplierId: Type.String({ description: 'The supplier of the products in the file.' }),
    state: Type.Enum([...importStates], {
      description:
        'The last four states are final. COMPLETED_WITH_ERRORS: read the errors of the import.',
    }),
    format: Type.Union([Type.Enum([...importFormats]), Type.Null()]),
    replace: Type.Boolean({
      description: 'True: products that are not in the file are discontinued.',
    }),
    bytes: Type.Object({
      received: whole('The bytes of the file, as it was sent.'),
      read: whole('The bytes that have been read.'),
    }),
    records: Type.Object({
      done: whole('Records that have been read and processed.'),
      created: whole('New products.'),
      updated: whole('Products that were changed.'),
      unchanged: whole('Products that already matched the file.'),
      failed: whole('Records that were left out.'),
      discontinued: whole('Products that can no longer be ordered.'),
    }),
    problems: whole('The number of problems; see the errors of the import.'),
    failure: Type.Union([
      Type.Object({ code: Type.String(), details: Type.Record(Type.String(), Type.Unknown()) }),
      Type.Null(),
    ]),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    endedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
)

export const importExample = {
  id: 'imp_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7xb82dw3khw78phh28dvacd',
  state: 'RUNNING' as const,
  format: 'jsonl' as const,
  replace: false,
  bytes: { received: 52_428_800, read: 12_582_912 },
  records: {
    done: 24_000,
    created: 400,
    updated: 1_200,
    unchanged: 22_390,
    failed: 10,
    discontinued: 0,
  },
  problems: 12,
  failure: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  startedAt: '2026-01-02T03:04:06.000Z',
  endedAt: null,
}

export function viewImport(one: CatalogImport) {
  const { records, created, updated, unchanged, failed, discontinued, problems } = one.counts
  return {
    id: one.id,
    supplierId: one.companyId,
    state: one.state,
    format: one.format ?? null,
    replace: one.options.replace,
    bytes: { received: one.bytesReceived, read: one.bytesRead },
    records: { done: records, created, updated, unchanged, failed, discontinued },
    problems,
    failure: one.failure ?? null,
    createdAt: one.createdAt.toISOString(),
    startedAt: one.startedAt?.toISOString() ?? null,
    endedAt: one.endedAt?.toISOString() ?? null,
  }
}

export const ProblemView = record(
  'Problem',
  'A line of a catalogue file that could not be imported, and why.',
  {
    line: whole(
      'The line at which the record begins in the file, from 1. 0: the problem concerns the whole file.',
    ),
    sku: Type.Union([Type.String(), Type.Null()]),
    field: Type.Union([Type.String(), Type.Null()]),
    code: Type.String({ examples: ['price_invalid'] }),
    message: Type.String(),
    fatal: Type.Boolean({
      description:
        'True: the record was left out. False: the record was imported without the faulty value.',
    }),
  },
)

export const problemExample = {
  line: 17,
  sku: 'BOLT-M8',
  field: 'price',
  code: 'price_invalid',
  message: 'The price is not valid. Send an amount of zero or more with up to six decimals.',
  fatal: true,
}

export function viewProblem({ line, sku, field, code, message, fatal }: NumberedProblem) {
  return { line, sku: sku ?? null, field: field ?? null, code, message, fatal }
}

const idText = { maxLength: 100, pattern: '^[a-z]{2,5}_[0-9a-z]{1,60}$' }

export const ImportParams = Type.Object({ importId: Type.String({ maxLength: 100 }) })

/** The delimiters by their names in a query. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
const delimiterNames = ['comma', 'semicolon', 'tab', 'pipe'] as const
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const

const ColumnView = record('CatalogColumn', 'A column of a CSV file, and the field that it fills.', {
  header: Type.String(),
  field: Type.Union([Type.Enum([...fieldNames]), Type.Null()], {
    description: 'The field to which the column was mapped. Null: an attribute, or nothing.',
  }),
  language: Type.Union([Type.String(), Type.Null()], {
    description: 'The language of the column, as two letters, if its header names one: `name_de`.',
  }),
  attribute: Type.Union([Type.String(), Type.Null()], {
    description: 'The heading of the column.',
  }),
})

export const PreviewView = record(
  'Preview',
  'The first records of a catalogue file as they would be imported.',
  {
    format: Type.Enum([...importFormats]),
    columns: Type.Union([Type.Array(ColumnView), Type.Null()], {
      description:
        'The columns of a CSV file, in their order, even if it cannot be imported yet. Correct them with `mapping`. Null for other formats.',
    }),
    delimiter: Type.Union([Type.Enum([...delimiterNames]), Type.Null()], {
      description: 'The separator of a CSV file, as you gave it or as the first line shows it.',
    }),
    encoding: Type.Union([Type.Enum([...encodings]), Type.Null()], {
      description: 'The encoding of a CSV file, as you gave it or as the first bytes show it.',
    }),
    records: Type.Array(
      record('CatalogPreviewRecord', 'A record of the file, and its problems.', {
        line: whole('The line at which the record begins in the file.'),
        sku: Type.Union([Type.String(), Type.Null()]),
        product: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
          description:
            'The product that the record describes. Null if the record would be left out.',
        }),
        problems: Type.Array(ProblemView),
      }),
      { description: 'The first twenty problems.' },
    ),
    broken: Type.Union(
      [Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()],
      {
        description: 'The reason why the rest of the file cannot be read.',
      },
    ),
  },
)

export const previewExample = {
  format: 'csv' as const,
  columns: [
    { header: 'Artikel-Nr.', field: 'sku' as const, language: null, attribute: null },
    { header: 'Bezeichnung', field: 'name' as const, language: null, attribute: null },
    { header: 'Bezeichnung (en)', field: 'name' as const, language: 'en', attribute: null },
    { header: 'attribute:Farbe', field: null, language: null, attribute: 'Farbe' },
    { header: 'Notiz', field: null, language: null, attribute: null },
  ],
  delimiter: 'semicolon' as const,
  encoding: 'utf-8' as const,
  records: [
    {
      line: 2,
      sku: 'BOLT-M8',
      product: { sku: 'BOLT-M8', name: 'Hexagon bolt M8', listPrice: '0.12', currency: 'EUR' },
      problems: [],
    },
  ],
  broken: null,
}

export function viewPreview({ format, layout, records, broken }: Preview) {
  return {
    format,
    columns: layout?.columns.map(viewColumn) ?? null,
    delimiter: delimiterNames.find((name) => delimiters[name] === layout?.delimiter) ?? null,
    encoding: encodings.find((name) => name === layout?.encoding) ?? null,
    records: records.map(({ line, sku, product, problems }) => ({
      line,
      sku: sku ?? null,
      // JSON turns decimals into strings.
      product: product
        ? (JSON.parse(JSON.stringify(product, quantitiesAsNumbers)) as Record<string, unknown>)
        : null,
      problems: problems.map((problem) => viewProblem({ ...problem, number: 0 })),
    })),
    broken: broken ?? null,
  }
}

function viewColumn({ header, column }: Layout['columns'][number]) {
  const { kind } = column
  return {
    header,
    field: kind === 'attribute' || kind === 'ignored' ? null : column.field,
    language: kind === 'text' ? column.language : null,
    attribute: kind === 'attribute' ? column.label : null,
  }
}

export const ExportQuery = Type.Object({
  format: Type.Enum([...importFormats], {
    default: 'jsonl',
    description: 'The format of the file. Imports can read it.',
  }),
  supplierId: Type.Optional(
    Type.String({
      ...idText,
      description:
        'Operators only: the supplier whose products to export. Without it they get every supplier.',
    }),
  ),
})

export const UploadQuery = Type.Object({
  mode: Type.Enum(['import', 'preview'], {
    default: 'import',
    description:
      'preview: answers 200 with the products that the first records would become. It writes nothing.',
  }),
  supplierId: Type.Optional(
    Type.String({
      ...idText,
      description: 'Operators only: the supplier of the products in the file.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...importFormats], {
      description: 'The format of the file. Needed if neither media type nor content shows it.',
    }),
  ),
  replace: Type.Boolean({
    default: false,
    description: 'Discontinues products of the supplier that are not in the file.',
  }),
  discontinueMaxPercent: Type.Integer({
    default: 50,
    minimum: 0,
    maximum: 100,
    description:
      'Used with `replace`. If more than this share of the products on sale would be discontinued, none is.',
  }),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      pattern: currencyForm,
      description: 'The currency of prices that name none. Default: the currency of the supplier.',
    }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 2,
      pattern: '^[a-z]{2}$',
      description:
        'The language of texts for which the file names none. A product whose own language is another one keeps its own texts, and gets these beside them. In a BMEcat file with several languages it selects the own language of the products. Default: for BMEcat the default language of the catalogue, else `de`; for other formats `en`.',
    }),
  ),
  delimiter: Type.Optional(
    Type.Enum([...delimiterNames], {
      description: 'The separator of a CSV file. Default: the one that the first line shows.',
    }),
  ),
  encoding: Type.Optional(
    Type.Enum([...encodings], {
      description: 'The encoding of a CSV file. Default: the one that the first bytes show.',
    }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'For a CSV file: a JSON object that maps its columns to fields, `{"Artikel": "sku", "Notiz": ""}`.',
    }),
  ),
})
