import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Source, sourceKinds } from './source.ts'

const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Id = Type.String({ minLength: 1, maxLength: 64 })
const Kind = Type.Enum([...sourceKinds], {
  description:
    '`site`: the pages of a web site, from this address on. `sitemap`: the pages that a sitemap names. `feed`: a file of products, such as Google Merchant, BMEcat, CSV, JSON or XLSX.',
})
const hours = { minimum: 1, maximum: 8_760 }
const Schedule = Type.Object(
  { everyHours: Type.Integer({ ...hours, description: 'Hours from one run to the next.' }) },
  { description: 'When the source is read again. Without it, only a request starts a run.' },
)

const schedule = { everyHours: 24 }

export const CreateSourceBody = record(
  'CreateCrawlSource',
  'A source of offers outside the catalogue.',
  {
    name: Name,
    kind: Kind,
    url: Type.String({
      maxLength: 2_000,
      description: 'A public address with https, without a user name.',
    }),
    supplierId: Type.Optional(Id),
    schedule: Type.Optional(Schedule),
  },
  {
    examples: [
      { name: 'Kabelwerk shop', kind: 'site', url: 'https://shop.example.com/', schedule },
    ],
  },
)

export const ChangeSourceBody = record(
  'ChangeCrawlSource',
  'What changes. An address never changes: make a new source.',
  {
    name: Type.Optional(Name),
    supplierId: Type.Optional(Type.Union([Id, Type.Null()])),
    state: Type.Optional(
      Type.Enum(['ACTIVE', 'PAUSED'], { description: 'No run starts while it is paused.' }),
    ),
    schedule: Type.Optional(Type.Union([Schedule, Type.Null()])),
  },
  { minProperties: 1, examples: [{ state: 'PAUSED' }] },
)

export const SourceParams = Type.Object({ sourceId: Type.String({ maxLength: 100 }) })

export const SourceView = record(
  'CrawlSource',
  'A site, a sitemap or a feed that offers products outside the catalogue.',
  {
    id: Type.String(),
    companyId: Type.String({ description: 'The company that made it.' }),
    name: Type.String(),
    kind: Kind,
    url: Type.String(),
    supplierId: Type.Union([Type.String(), Type.Null()], {
      description: 'The supplier whose goods it offers, where it has a company here.',
    }),
    supplierConfirmed: Type.Boolean({
      description:
        'True: an operator has linked the supplier, or it is the company that made the source. Only then offer requests go to the supplier; otherwise operators answer them.',
    }),
    visibleTo: Type.Enum(['company', 'everyone'], {
      description: 'Operators make the sources that everyone sees.',
    }),
    state: Type.Enum(['ACTIVE', 'PAUSED']),
    schedule: Type.Union([Schedule, Type.Null()]),
    nextRunAt: Type.Union([Instant, Type.Null()]),
    createdAt: Instant,
    updatedAt: Instant,
  },
)

export const sourceExample = {
  id: 'csrc_01m7xb82dw3khw78phh28dvacd',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  name: 'Kabelwerk shop',
  kind: 'site' as const,
  url: 'https://shop.example.com/',
  supplierId: null,
  supplierConfirmed: false,
  visibleTo: 'company' as const,
  state: 'ACTIVE' as const,
  schedule,
  nextRunAt: '2026-04-14T09:00:00.000Z',
  createdAt: '2026-04-13T09:00:00.000Z',
  updatedAt: '2026-04-13T09:00:00.000Z',
}

export function viewSource(source: Source, platformCompanyId: string): Static<typeof SourceView> {
  const { id, companyId, name, kind, url, supplierId, state, everyHours } = source
  return {
    id,
    companyId,
    name,
    kind,
    url,
    supplierId: supplierId ?? null,
    supplierConfirmed: source.isSupplierConfirmed,
    visibleTo: companyId === platformCompanyId ? 'everyone' : 'company',
    state,
    schedule: everyHours === undefined ? null : { everyHours },
    nextRunAt: source.nextRunAt?.toISOString() ?? null,
    createdAt: source.createdAt.toISOString(),
    updatedAt: source.updatedAt.toISOString(),
  }
}
