import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Erased } from './erase-person.ts'
import type { PrivacyExport } from './export-store.ts'

const Instant = Type.String({ format: 'date-time' })

export const exportExample = {
  id: 'pex_01m7xb82dw3khw78phh28dvacd',
  state: 'READY' as const,
  requestedAt: '2026-01-02T03:04:05.000Z',
  readyAt: '2026-01-02T03:04:07.000Z',
  expiresAt: '2026-01-03T03:04:07.000Z',
}

export const PrivacyExportView = record(
  'PrivacyExport',
  'An export of the personal data of a person.',
  {
    id: Type.String(),
    state: Type.Enum(['REQUESTED', 'READY', 'TAKEN', 'EXPIRED']),
    requestedAt: Instant,
    readyAt: Type.Optional(Instant),
    expiresAt: Type.Optional(Instant),
  },
)

export const ExportLinkView = record(
  'PrivacyExportLink',
  'The address of an export, and what it contains.',
  {
    url: Type.String({
      description: 'The address works once and needs no sign-in. Do not share it.',
    }),
    expiresAt: Instant,
    tables: Type.Array(
      record('PrivacyExportTable', 'A table of the export, and how many rows it has.', {
        name: Type.String(),
        rows: Type.Integer(),
      }),
      {
        description:
          'The tables that can be downloaded as CSV, each once: `?format=csv&table=orders`.',
      },
    ),
  },
)

export const DownloadQuery = Type.Object({
  format: Type.Enum(['json', 'csv'], {
    default: 'json',
    description:
      '`json`: all data. It ends the export, so download CSV tables before. `csv`: one table.',
  }),
  table: Type.Optional(
    Type.String({ maxLength: 200, description: 'The table for `csv`. Default: `orders`.' }),
  ),
})

export const ErasedView = record(
  'PersonErased',
  'The erased person, and the records that the law requires to be kept.',
  {
    userId: Type.String(),
    erasedAt: Instant,
    kept: Type.Array(
      record('KeptRecords', 'Records that are kept, and why.', {
        what: Type.String(),
        count: Type.Integer(),
        reason: Type.String(),
      }),
      { description: 'The data that the service keeps, and why the law requires it.' },
    ),
  },
)

export function viewExport(found: PrivacyExport): Static<typeof PrivacyExportView> {
  const { id, state, requestedAt, readyAt, expiresAt } = found
  return {
    id,
    state,
    requestedAt: requestedAt.toISOString(),
    ...(readyAt && { readyAt: readyAt.toISOString() }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}

export function viewErased({ userId, erasedAt, kept }: Erased): Static<typeof ErasedView> {
  return { userId, erasedAt: erasedAt.toISOString(), kept: [...kept] }
}

export const erasedExample = {
  userId: 'usr_01m7xb82dw3khw78phh28dvacd',
  erasedAt: '2026-01-02T03:04:05.000Z',
  kept: [{ what: 'orders', count: 3, reason: 'Commercial and tax law: kept for ten years.' }],
}
