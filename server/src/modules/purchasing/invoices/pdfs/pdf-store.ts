import { sql } from 'kysely'
import { defaultLocale, isLocale, type Locale } from '#kernel/locale'
import type { Conn } from '#platform/db'
import type { Queue } from '#platform/leases'
import type { InvoiceState } from '../invoice.ts'
import { type RenderingStore, renderingIn, renderingQueue } from './rendering-store.ts'

export const pdfQueue = {
  ...renderingQueue,
  table: 'invoices.pdfs',
  key: ['company_id', 'invoice_id', 'rendering'],
  id: 'invoice_id',
} as const satisfies Queue

/** The original, or the language of a translation. */
export type RenderingName = 'original' | Locale

export type KeptPdf = {
  readonly number: string
  readonly sha256: string
  readonly language: Locale
  readonly isTranslation: boolean
  /** Undefined if the reader has these bytes already. */
  readonly content: Buffer | undefined
}

/**
 * A PDF that the company received or issued: the original, or a translation if the original has another language. Undefined if it is
 * not rendered yet, or the company has no such document.
 */
export async function findPdf(
  conn: Conn,
  readerId: string,
  { invoiceId, locale }: { readonly invoiceId: string; readonly locale?: Locale | undefined },
  isKnown: (sha256: string) => boolean,
): Promise<KeptPdf | undefined> {
  const { rows } = await sql<{
    company_id: string
    number: string
    language: string | null
    rendering: RenderingName
    sha256: string
  }>`
    select d.company_id, d.number, d.content ->> 'language' as language, p.rendering, p.sha256
    from invoices.documents d join invoices.pdfs p on p.company_id = d.company_id and p.invoice_id = d.id
      and p.rendering = coalesce(nullif(${locale ?? null}::text, coalesce(d.content ->> 'language', ${defaultLocale})), 'original')
    where d.id = ${invoiceId} and (d.company_id = ${readerId} or (d.supplier_company_id = ${readerId}))
      and d.state = ${'ISSUED' satisfies InvoiceState} and p.sha256 is not null
  `.execute(conn)
  const [row] = rows
  if (!row) return undefined
  const { number, sha256, rendering } = row
  const own = isLocale(row.language) ? row.language : defaultLocale
  const isTranslation = rendering !== 'original'
  const kept = { number, sha256, language: isTranslation ? rendering : own, isTranslation }
  if (isKnown(sha256)) return { ...kept, content: undefined }
  const { content } = await renderingOf(conn, {
    companyId: row.company_id,
    invoiceId,
    rendering,
  }).read()
  return content && { ...kept, content }
}

export type RenderingKey = {
  readonly companyId: string
  readonly invoiceId: string
  readonly rendering: RenderingName
}

export function renderingOf(
  conn: Conn,
  { companyId, invoiceId, rendering }: RenderingKey,
): RenderingStore {
  const key = { company_id: companyId, invoice_id: invoiceId, rendering }
  return renderingIn(conn, pdfQueue.table, key)
}

export type FailingPdf = RenderingKey & {
  readonly number: string
  readonly attempts: number
  readonly failedAt: Date
  readonly retryAt: Date
  readonly error: string
}

/** By id and rendering. With `dueAt`: only those whose next attempt is due. */
export async function listFailingPdfs(
  conn: Conn,
  {
    after,
    limit,
    dueAt,
  }: {
    readonly after?: readonly [invoiceId: string, rendering: string] | undefined
    readonly limit: number
    readonly dueAt?: Date
  },
): Promise<FailingPdf[]> {
  const [afterId = null, afterRendering = null] = after ?? []
  const { rows } = await sql<{
    company_id: string
    invoice_id: string
    rendering: RenderingName
    number: string
    attempts: number
    failed_at: Date
    retry_at: Date
    error: string
  }>`
    /* across companies: operators see the whole platform */
    select p.company_id, p.invoice_id, p.rendering, d.number, p.attempts, p.failed_at, p.retry_at, p.error
    from invoices.pdfs p join invoices.documents d on d.company_id = p.company_id and d.id = p.invoice_id
    where p.failed_at is not null
      and (${afterId}::text is null or (p.invoice_id, p.rendering) > (${afterId}, ${afterRendering}))
      and (${dueAt ?? null}::timestamptz is null or p.retry_at <= ${dueAt ?? null})
    order by p.invoice_id, p.rendering
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    invoiceId: row.invoice_id,
    rendering: row.rendering,
    number: row.number,
    attempts: row.attempts,
    failedAt: row.failed_at,
    retryAt: row.retry_at,
    error: row.error,
  }))
}

/** Translations that were rendered before an instant. Each can be rendered again. Returns how many were deleted, at most `limit`. */
export async function deleteTranslations(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    /* across companies: translations of all age alike */
    delete from invoices.pdfs p using (
      select company_id, invoice_id, rendering from invoices.pdfs
      where rendering <> 'original' and rendered_at < ${before}
      order by rendered_at limit ${limit}
    ) as old
    where p.company_id = old.company_id and p.invoice_id = old.invoice_id and p.rendering = old.rendering
  `.execute(conn)
  return Number(numAffectedRows)
}
