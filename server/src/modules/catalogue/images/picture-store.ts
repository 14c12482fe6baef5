import { type Conn, sql, type Tx } from '#platform/db'
import type { Queue } from '#platform/leases'
import type { ClaimedPicture, Picture, PictureState, WantedBy } from './picture.ts'
import type { PictureName } from './picture-names.ts'
import type { PictureRow } from './tables.ts'

/** The row of a picture is the job that fetches it. */
export const picturesQueue = {
  table: 'images.pictures',
  key: ['company_id', 'product_id'],
  id: 'product_id',
  waiting: ['WAITING'],
  working: 'FETCHING',
  lost: 'WAITING',
  exhausted: 'FAILED',
  leaseSeconds: 60,
  attemptsMax: 5,
  poison: { is: 'set_aside', reasonColumn: 'failure' },
} as const satisfies Queue

/** The part of the queue that one loop works on. Nobody who waits has to wait for an import. */
export function queueOf(wantedBy: WantedBy): Queue {
  return { ...picturesQueue, only: { column: 'wanted_by', value: wantedBy } }
}

export async function findPicture(
  conn: Conn,
  companyId: string,
  productId: string,
): Promise<Picture | undefined> {
  const { rows } = await sql<PictureRow>`
    select * from images.pictures where company_id = ${companyId} and product_id = ${productId}
  `.execute(conn)
  return rows[0] && toPicture(rows[0])
}

/** A picture that is to be fetched. */
export type WantedPicture = {
  readonly companyId: string
  readonly productId: string
  readonly version: string
  readonly sourceUrl: string
}

/**
 * Queues pictures whose version is new, and those that failed before `retryBefore`. A request also takes over a picture that an
 * import has queued. Any other picture stays as it is. Returns how many it queued.
 */
export async function insertWanted(
  tx: Tx,
  wanted: readonly WantedPicture[],
  {
    wantedBy,
    now,
    retryBefore,
  }: { readonly wantedBy: WantedBy; readonly now: Date; readonly retryBefore: Date },
): Promise<number> {
  const column = <Value>(read: (one: WantedPicture) => Value) => wanted.map(read)
  const given = sql`unnest(${column((one) => one.companyId)}::text[], ${column((one) => one.productId)}::text[],
      ${column((one) => one.version)}::text[], ${column((one) => one.sourceUrl)}::text[])
    as given(company_id, product_id, version, source_url)`
  await sql`
    insert into images.replaced_versions (company_id, product_id, version, replaced_at)
    select p.company_id, p.product_id, p.version, ${now}
    from ${given} join images.pictures p on p.company_id = given.company_id and p.product_id = given.product_id
    where p.version <> given.version
    on conflict (company_id, product_id, version) do update set replaced_at = excluded.replaced_at
  `.execute(tx)
  const { numAffectedRows } = await sql`
    insert into images.pictures as p
      (company_id, product_id, version, source_url, state, wanted_by, available_at, created_at, updated_at)
    select company_id, product_id, version, source_url, 'WAITING', ${wantedBy}, ${now}, ${now}, ${now} from ${given}
    on conflict (company_id, product_id) do update
    set version = excluded.version, source_url = excluded.source_url, state = 'WAITING',
      available_at = excluded.available_at, wanted_by = excluded.wanted_by, attempts = 0, deaths = 0,
      lease_token = null, lease_until = null, failure = null, media_type = null, bytes = null, updated_at = excluded.updated_at
    where p.version <> excluded.version or (p.state = 'FAILED' and p.updated_at < ${retryBefore})
      or (p.state = 'WAITING' and p.attempts = 0 and p.wanted_by = 'IMPORT' and excluded.wanted_by = 'REQUEST')
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The file of a stored picture is missing, for example after the database was restored alone: it is fetched again. */
export async function markMissing(
  conn: Conn,
  companyId: string,
  { productId, version }: PictureName,
  now: Date,
): Promise<void> {
  await sql`
    update images.pictures set state = 'WAITING', available_at = ${now}, attempts = 0, updated_at = ${now}
    where company_id = ${companyId} and product_id = ${productId} and version = ${version}
      and state = 'READY' and source_url is not null
  `.execute(conn)
}

/** The processor cannot read the picture. An upload stays as it is: it was read before it was accepted. */
export async function markUnreadable(
  conn: Conn,
  companyId: string,
  { productId, version }: PictureName,
  now: Date,
): Promise<void> {
  await sql`
    update images.pictures set state = 'FAILED', failure = 'unreadable', updated_at = ${now}
    where company_id = ${companyId} and product_id = ${productId} and version = ${version}
      and state = 'READY' and source_url is not null
  `.execute(conn)
}

/** Notes a version whose files may be deleted unless it becomes the current one. */
export async function noteReplaceable(
  conn: Conn,
  companyId: string,
  { productId, version }: PictureName,
  now: Date,
): Promise<void> {
  await sql`
    insert into images.replaced_versions (company_id, product_id, version, replaced_at)
    values (${companyId}, ${productId}, ${version}, ${now})
    on conflict (company_id, product_id, version) do update set replaced_at = excluded.replaced_at
  `.execute(conn)
}

export type UploadedPicture = PictureName & {
  readonly companyId: string
  readonly mediaType: string
  readonly bytes: number
  readonly now: Date
}

/** The upload becomes the picture of the product. Its former version may be deleted. */
export async function putUploaded(tx: Tx, uploaded: UploadedPicture): Promise<void> {
  const { companyId, productId, version, mediaType, bytes, now } = uploaded
  await deletePicture(tx, companyId, productId, now)
  await sql`
    insert into images.pictures
      (company_id, product_id, version, state, available_at, media_type, bytes, created_at, updated_at)
    values (${companyId}, ${productId}, ${version}, 'READY', ${now}, ${mediaType}, ${bytes}, ${now}, ${now})
  `.execute(tx)
  await sql`
    delete from images.replaced_versions
    where company_id = ${companyId} and product_id = ${productId} and version = ${version}
  `.execute(tx)
}

/** Removes the row. The files of its version may be deleted. */
export async function deletePicture(
  tx: Tx,
  companyId: string,
  productId: string,
  now: Date,
): Promise<void> {
  await sql`
    with gone as (
      delete from images.pictures where company_id = ${companyId} and product_id = ${productId} returning version
    )
    insert into images.replaced_versions (company_id, product_id, version, replaced_at)
    select ${companyId}, ${productId}, version, ${now} from gone
    on conflict (company_id, product_id, version) do update set replaced_at = excluded.replaced_at
  `.execute(tx)
}

/** Versions that were replaced before this instant, oldest first. A version that is current again is left out. */
export async function listReplaced(
  conn: Conn,
  before: Date,
  limit: number,
): Promise<(PictureName & { readonly companyId: string })[]> {
  const { rows } = await sql<{ company_id: string; product_id: string; version: string }>`
    /* across companies: the files of all suppliers are deleted */
    select r.company_id, r.product_id, r.version from images.replaced_versions r
    where r.replaced_at < ${before} and not exists (
      select from images.pictures p
      where p.company_id = r.company_id and p.product_id = r.product_id and p.version = r.version)
    order by r.replaced_at limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    productId: row.product_id,
    version: row.version,
  }))
}

export async function deleteReplaced(
  conn: Conn,
  companyId: string,
  { productId, version }: PictureName,
): Promise<void> {
  await sql`
    delete from images.replaced_versions
    where company_id = ${companyId} and product_id = ${productId} and version = ${version}
  `.execute(conn)
}

export type PicturesReading = {
  readonly waiting: number
  readonly failed: number
  readonly oldestWaitingAt: Date | undefined
}

/** `failed`: pictures that failed within a day. */
export async function readPictures(conn: Conn, now: Date, since: Date): Promise<PicturesReading> {
  const { rows } = await sql<{ waiting: number; failed: number; oldest: Date | null }>`
    /* across companies: for the health surfaces */
    select
      (select count(*)::integer from images.pictures where state = 'WAITING' and available_at <= ${now}) as waiting,
      (select min(available_at) from images.pictures where state = 'WAITING' and available_at <= ${now}) as oldest,
      (select count(*)::integer from images.pictures where state = 'FAILED' and updated_at >= ${since}) as failed
  `.execute(conn)
  const [row] = rows
  return {
    waiting: row?.waiting ?? 0,
    failed: row?.failed ?? 0,
    oldestWaitingAt: row?.oldest ?? undefined,
  }
}

export type RefusingHost = {
  readonly host: string
  readonly pictures: number
  /** The most frequent reason. */
  readonly failure: string
}

const refusingMax = 3

/** The hosts from which the most pictures could not be fetched since an instant, if those are at least `picturesMin`. */
export async function listRefusing(
  conn: Conn,
  since: Date,
  picturesMin: number,
): Promise<RefusingHost[]> {
  const { rows } = await sql<RefusingHost>`
    /* across companies: for the health surfaces */
    select host, count(*)::integer as pictures, mode() within group (order by failure) as failure
    from (
      select host, failure from images.pictures where state = 'FAILED' and updated_at >= ${since}
      union all
      select host, failure from images.pictures where state = 'WAITING' and updated_at >= ${since}
    ) as failing
    where host is not null and failure is not null
    group by host having count(*) >= ${picturesMin}
    order by pictures desc, host limit ${sql.lit(refusingMax)}
  `.execute(conn)
  return rows
}

export function toClaimed(row: PictureRow): ClaimedPicture {
  const { company_id, product_id } = row
  return {
    ...toPicture(row),
    key: { company_id, product_id },
  }
}

function toPicture(row: PictureRow): Picture {
  return {
    companyId: row.company_id,
    productId: row.product_id,
    version: row.version,
    sourceUrl: row.source_url ?? undefined,
    state: row.state as PictureState,
    wantedBy: row.wanted_by as WantedBy,
    attempts: row.attempts,
    failure: row.failure ?? undefined,
    updatedAt: row.updated_at,
  }
}
