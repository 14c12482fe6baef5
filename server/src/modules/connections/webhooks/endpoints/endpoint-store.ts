import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after } from '#kernel/time'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import { type EndpointHealthRow, type EndpointRow, tables } from '../tables.ts'
import { type DisabledReason, type Endpoint, endpointsMax, settleMs } from './endpoint.ts'

export type SealedSigningKey = { readonly sealed: string; readonly publicKey: string }

export type NewEndpoint = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly sealedSecret: string
  readonly maxPerSecond: number | undefined
  readonly payload: 'full' | 'thin'
  readonly ordered: boolean
  readonly signingKey: SealedSigningKey | undefined
  readonly now: Date
}

/**
 * Returns false if the company has the maximum number of endpoints. Inserts of one company run one after the other.
 */
export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<boolean> {
  const { id, companyId, name, url, events, sealedSecret, maxPerSecond, signingKey, now } = endpoint
  const { payload, ordered } = endpoint
  await oneAfterTheOther(tx, `webhooks.endpoints|${companyId}`)
  const { numAffectedRows } = await sql`
    with added as (
      insert into webhooks.endpoints
        (company_id, id, name, url, events, state, secret_sealed, max_per_second, payload, ordered,
         signing_key_sealed, signing_key_public, created_at, updated_at, enabled_at)
      select ${companyId}, ${id}, ${name}, ${url}, ${events}::text[], 'ACTIVE', ${sealedSecret},
             ${maxPerSecond ?? null}::int, ${payload}, ${ordered}::boolean, ${signingKey?.sealed ?? null}, ${signingKey?.publicKey ?? null},
             ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      where (select count(*) from webhooks.endpoints
             where company_id = ${companyId} and state <> 'DELETED') < ${endpointsMax}
      returning company_id, id
    )
    insert into webhooks.endpoint_health (company_id, endpoint_id, failures)
    select company_id, id, 0 from added
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Undefined if the endpoint does not exist, belongs to another company, or was deleted. */
export async function findEndpoint(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Endpoint | undefined> {
  const row = await selectNotDeleted(conn, companyId).where('e.id', '=', id).executeTakeFirst()
  return row && toEndpoint(row)
}

/** For an endpoint that a statement of this transaction has just found. */
export async function getEndpoint(conn: Conn, companyId: string, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(conn, companyId, id)
  assert(endpoint, `endpoint ${id} was there a moment ago`)
  return endpoint
}

function selectNotDeleted(conn: Conn, companyId: string) {
  return tables(conn)
    .selectFrom('webhooks.endpoints as e')
    .innerJoin('webhooks.endpoint_health as h', (join) =>
      join.onRef('h.company_id', '=', 'e.company_id').onRef('h.endpoint_id', '=', 'e.id'),
    )
    .selectAll('e')
    .select([
      'h.last_success_at',
      'h.last_failure_at',
      'h.failing_since',
      'h.failures',
      'h.warned_percent',
    ])
    .where('e.company_id', '=', companyId)
    .where('e.state', '<>', 'DELETED')
}

/** True for deleted endpoints too: their deliveries are shown for as long as they are kept. */
export async function hasEverBeen(conn: Conn, companyId: string, id: string): Promise<boolean> {
  const row = await tables(conn)
    .selectFrom('webhooks.endpoints')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export type EndpointChange = {
  readonly name?: string
  readonly url?: string
  readonly events?: readonly string[]
  readonly state?: 'ACTIVE' | 'PAUSED'
  /** Null removes the limit. */
  readonly maxPerSecond?: number | null
  readonly payload?: 'full' | 'thin'
  /** Takes effect with the next event. */
  readonly ordered?: boolean
  /** Null removes the key pair. */
  readonly signingKey?: SealedSigningKey | null
}

/** The state in which the endpoint stays until the transaction ends. Undefined if it does not exist. */
export async function lockState(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Endpoint['state'] | undefined> {
  const row = await tables(tx)
    .selectFrom('webhooks.endpoints')
    .select('state')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '<>', 'DELETED')
    .forUpdate()
    .executeTakeFirst()
  return row?.state as Endpoint['state'] | undefined
}

/** The sealed keys that sign for an endpoint. While a secret rotates, the previous one signs as well. */
export async function findSigning(conn: Conn, companyId: string, id: string, now: Date) {
  const row = await tables(conn)
    .selectFrom('webhooks.endpoints')
    .select([
      'secret_sealed',
      'previous_secret_sealed',
      'previous_secret_until',
      'signing_key_sealed',
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { previous_secret_until: until } = row
  const previous = until && until > now ? row.previous_secret_sealed : null
  return {
    sealedSecrets: [row.secret_sealed, previous].filter((text) => text !== null),
    sealedSigningKey: row.signing_key_sealed ?? undefined,
  }
}

/** Returns false if the endpoint does not exist, or if it is disabled and the change would pause or resume it. */
export async function updateEndpoint(
  tx: Tx,
  companyId: string,
  id: string,
  { name, url, events, state, maxPerSecond, payload, ordered, signingKey }: EndpointChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('webhooks.endpoints')
    .set({
      updated_at: now,
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...events] }),
      ...(maxPerSecond !== undefined && { max_per_second: maxPerSecond }),
      ...(payload !== undefined && { payload }),
      ...(ordered !== undefined && { ordered }),
      ...(signingKey !== undefined && {
        signing_key_sealed: signingKey?.sealed ?? null,
        signing_key_public: signingKey?.publicKey ?? null,
      }),
      ...(state !== undefined && { state }),
      ...(state === 'ACTIVE' && { settle_until: after(now, settleMs), settle_anew: true }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'not in', state === undefined ? ['DELETED'] : ['DELETED', 'DISABLED'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The endpoint becomes active from any state, and its failures are reset. Returns false if it does not exist. */
/** `pausedToo`: also a webhook that its company paused. */
export async function markEnabled(
  tx: Tx,
  companyId: string,
  id: string,
  { pausedToo, now }: { readonly pausedToo: boolean; readonly now: Date },
): Promise<boolean> {
  const skipped = pausedToo ? ['DELETED'] : ['DELETED', 'PAUSED']
  const { numAffectedRows } = await sql`
    with enabled as (
      update webhooks.endpoints
      set state = 'ACTIVE', disabled_reason = null, disabled_at = null, enabled_at = ${now}, updated_at = ${now},
          breaker_open_until = null, breaker_probe = null,
          settle_until = ${after(now, settleMs)}, settle_anew = true
      where company_id = ${companyId} and id = ${id} and state <> all(${skipped}::text[])
      returning company_id, id
    )
    update webhooks.endpoint_health h set failing_since = null, failures = 0, warned_percent = 0,
        window_attempts = 0, window_failures = 0
    from enabled where (h.company_id, h.endpoint_id) = (enabled.company_id, enabled.id)
  `.execute(tx)
  return numAffectedRows === 1n
}

export type Disabling = {
  readonly reason: DisabledReason
  /** Disables only if there was no success since then, and at least that many failures over at least that time. */
  readonly unless?: {
    readonly successSince: Date
    readonly failuresMin: number
    readonly failingSince: Date
  }
  readonly now: Date
}

/**
 * Checks and changes in one statement, so that a success in the meantime counts. Returns false if the check failed.
 */
export async function markDisabled(
  tx: Tx,
  companyId: string,
  id: string,
  { reason, unless, now }: Disabling,
): Promise<boolean> {
  const hopeless = unless
    ? sql`and h.failures >= ${unless.failuresMin} and h.failing_since <= ${unless.failingSince}
          and greatest(h.last_success_at, e.enabled_at) <= ${unless.successSince}`
    : sql``
  const { numAffectedRows } = await sql`
    update webhooks.endpoints e
    set state = 'DISABLED', disabled_reason = ${reason}, disabled_at = ${now}, updated_at = ${now},
        breaker_open_until = null, breaker_probe = null
    from webhooks.endpoint_health h
    where e.company_id = ${companyId} and e.id = ${id} and e.state in ('ACTIVE', 'PAUSED')
      and (h.company_id, h.endpoint_id) = (e.company_id, e.id) ${hopeless}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes its secrets at once; its deliveries stay readable. Returns false if it does not exist. */
export async function markDeleted(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('webhooks.endpoints')
    .set({
      state: 'DELETED',
      disabled_reason: null,
      disabled_at: null,
      secret_sealed: null,
      previous_secret_sealed: null,
      previous_secret_until: null,
      signing_key_sealed: null,
      signing_key_public: null,
      breaker_open_until: null,
      breaker_probe: null,
      settle_until: after(now, settleMs),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The present secret becomes the previous one, which signs until `until`. Returns false if the endpoint does not
 * exist.
 */
export async function rotateSealedSecret(
  tx: Tx,
  companyId: string,
  id: string,
  rotation: { readonly sealedSecret: string; readonly until: Date; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks.endpoints
    set previous_secret_sealed = secret_sealed, previous_secret_until = ${rotation.until},
        secret_sealed = ${rotation.sealedSecret}, updated_at = ${rotation.now}
    where company_id = ${companyId} and id = ${id} and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** For the one answer that shows the secret: a repeat of the request that created the endpoint. */
export async function findSealedSecret(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('webhooks.endpoints')
    .select('secret_sealed')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.secret_sealed ?? undefined
}

/** An endpoint that is not deleted, with its health. */
export type LivingRow = EndpointRow &
  Pick<
    EndpointHealthRow,
    'last_success_at' | 'last_failure_at' | 'failing_since' | 'failures' | 'warned_percent'
  >

/** The schema's checks make the casts true. */
export function toEndpoint(row: LivingRow): Endpoint {
  const facts = {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    url: row.url,
    events: row.events,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    previousSecretUntil: row.previous_secret_until ?? undefined,
    maxPerSecond: row.max_per_second ?? undefined,
    payload: row.payload as Endpoint['payload'],
    ordered: row.ordered,
    publicKey: row.signing_key_public ?? undefined,
    health: {
      lastSuccessAt: row.last_success_at ?? undefined,
      lastFailureAt: row.last_failure_at ?? undefined,
      failingSince: row.failing_since ?? undefined,
      failures: row.failures,
      warnedPercent: row.warned_percent,
      breakerOpenUntil: row.breaker_open_until ?? undefined,
    },
  }
  if (row.disabled_at === null) return { ...facts, state: row.state as 'ACTIVE' | 'PAUSED' }
  const disabledReason = row.disabled_reason as DisabledReason
  return { ...facts, state: 'DISABLED', disabledReason, disabledAt: row.disabled_at }
}
