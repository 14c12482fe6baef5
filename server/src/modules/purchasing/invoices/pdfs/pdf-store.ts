import { sql } from 'kysely'
import { defaultLocale, isLocale, type Locale } from '#kernel/locale'
import type { Conn } from '#platform/db'
import { deathsUntilAlone, isFree, type Lease, type Queue } from '#platform/leases'
import type { InvoiceState } from '../invoice.ts'

/**
 * The row is the job. Whoever needs the document renders it: no worker claims it. A process renders one at a time, so each is worked
 * on alone.
 */
export const pdfQueue = {
  table: 'invoices.pdfs',
  key: ['company_id', 'invoice_id', 'rendering'],
  id: 'invoice_id',
  waiting: ['WAITING'],
  // Longer than a rendering may take: only a process that died leaves a lease behind.
  leaseSeconds: 240,
  poison: { is: 'retried_slowly' },
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
  const { content } = await readRendering(conn, { companyId: row.company_id, invoiceId, rendering })
  return content && { ...kept, content }
}

export type Rendering = {
  readonly content: Buffer | undefined
  readonly sha256: string | undefined
  readonly isLeased: boolean
  /** When the next attempt is due, after a failure or after processes have died. */
  readonly retryAt: Date | undefined
}

const nothing = { content: undefined, sha256: undefined, isLeased: false, retryAt: undefined }

export async function readRendering(
  conn: Conn,
  { companyId, invoiceId, rendering }: RenderingKey,
): Promise<Rendering> {
  const { rows } = await sql<{
    content: Buffer | null
    sha256: string | null
    is_leased: boolean
    retry_at: Date | null
  }>`
    select content, sha256, lease_token is not null as is_leased,
      case when failed_at is not null or deaths > ${sql.lit(deathsUntilAlone)} then available_at end as retry_at
    from invoices.pdfs
    where company_id = ${companyId} and invoice_id = ${invoiceId} and rendering = ${rendering}
  `.execute(conn)
  const [row] = rows
  if (!row) return nothing
  return {
    content: row.content ?? undefined,
    sha256: row.sha256 ?? undefined,
    isLeased: row.is_leased,
    retryAt: row.retry_at ?? undefined,
  }
}

export type RenderingKey = {
  readonly companyId: string
  readonly invoiceId: string
  readonly rendering: RenderingName
}

/**
 * Claims the rendering, which one process has at a time. Returns the number of the attempt; undefined if the PDF is
 * rendered, if another process renders it, or before the next attempt is due.
 */
export async function claimRendering(
  conn: Conn,
  { companyId, invoiceId, rendering }: RenderingKey,
  { token, until }: Lease,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    insert into invoices.pdfs as job (company_id, invoice_id, rendering, attempts, available_at, lease_token, lease_until)
    values (${companyId}, ${invoiceId}, ${rendering}, 1, ${until}, ${token}, ${until})
    on conflict (company_id, invoice_id, rendering) do update
      set attempts = job.attempts + 1, available_at = excluded.available_at,
        lease_token = excluded.lease_token, lease_until = excluded.lease_until
      where job.content is null and job.available_at <= ${now} and ${isFree(now)}
    returning attempts
  `.execute(conn)
  return rows[0]?.attempts
}

/** Changes nothing if another process has the lease by now. */
export async function saveRendered(
  conn: Conn,
  { companyId, invoiceId, rendering }: RenderingKey,
  token: string,
  rendered: { readonly content: Buffer; readonly sha256: string; readonly now: Date },
): Promise<void> {
  await sql`
    update invoices.pdfs set state = 'RENDERED', deaths = 0, content = ${rendered.content}, sha256 = ${rendered.sha256}, rendered_at = ${rendered.now},
      lease_token = null, lease_until = null, failed_at = null, error = null, retry_at = null
    where company_id = ${companyId} and invoice_id = ${invoiceId} and rendering = ${rendering} and lease_token = ${token} and content is null
  `.execute(conn)
}

export async function saveFailure(
  conn: Conn,
  { companyId, invoiceId, rendering }: RenderingKey,
  token: string,
  failure: { readonly error: string; readonly retryAt: Date; readonly now: Date },
): Promise<void> {
  await sql`
    update invoices.pdfs set failed_at = coalesce(failed_at, ${failure.now}), error = ${failure.error.slice(0, 500)},
      retry_at = ${failure.retryAt}, available_at = ${failure.retryAt}, deaths = 0, lease_token = null, lease_until = null
    where company_id = ${companyId} and invoice_id = ${invoiceId} and rendering = ${rendering} and lease_token = ${token} and content is null
  `.execute(conn)
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

export type PdfMetrics = {
  readonly failing: number
  readonly oldestFailure: Date | undefined
}

export async function measurePdfs(conn: Conn): Promise<PdfMetrics> {
  const { rows } = await sql<{ failing: number; oldest: Date | null }>`
    /* across companies: the operators' surfaces count all */
    select count(*) as failing, min(failed_at) as oldest from invoices.pdfs where failed_at is not null
  `.execute(conn)
  const { failing = 0, oldest = null } = rows[0] ?? {}
  return { failing, oldestFailure: oldest ?? undefined }
}
