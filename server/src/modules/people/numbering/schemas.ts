import { Type } from 'typebox'
import { record } from '#kernel/record'
import { numberKinds } from './number-series.ts'

const KindName = Type.Enum([...numberKinds])

/** Any text: an unknown kind is not found. */
export const SeriesParams = Type.Object({ kind: Type.String({ maxLength: 64 }) })

const prefix = Type.String({
  maxLength: 12,
  pattern: '^([A-Za-z0-9][A-Za-z0-9._-]{0,11})?$',
  description:
    'The beginning of each number: letters, digits, dots, underscores and hyphens. It may be empty.',
})
const start = Type.Integer({
  minimum: 1,
  maximum: 999_999_999,
  description:
    'The first number of each year. The numbers of this year continue from here, if they have not come so far.',
})

export const ChangeSeriesBody = record(
  'ChangeNumberSeries',
  'The fields of a number series that change.',
  { prefix: Type.Optional(prefix), start: Type.Optional(start) },
  { minProperties: 1, examples: [{ prefix: 'BE-', start: 5000 }] },
)

const seriesExample = { kind: 'ORDER' as const, prefix: 'PO-', start: 1, next: 'PO-2026-000124' }

export const SeriesView = record(
  'NumberSeries',
  'How your company numbers the records of one kind.',
  {
    kind: KindName,
    prefix: Type.String(),
    start: Type.Integer(),
    next: Type.String({ description: 'The number that the next record gets.' }),
  },
  { examples: [seriesExample] },
)

export const SeveralSeriesView = record(
  'NumberSeriesList',
  'How your company numbers its records, by their kinds.',
  { series: Type.Array(SeriesView) },
  { examples: [{ series: [seriesExample] }] },
)
