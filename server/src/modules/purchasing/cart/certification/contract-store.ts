import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { ContractValidationRow } from '../tables.ts'
import { type Certification, contract } from './certification.ts'

export type ContractStatus = {
  readonly version: number
  readonly status: 'UNVALIDATED' | 'VALIDATED'
  readonly validatedAt: Date | undefined
}

export type UnvalidatedClient = {
  readonly companyId: string
  readonly clientId: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

type Client = { readonly companyId: Id<'co'>; readonly clientId: string }

/** Records that the client uses carts, and returns its contract status: one statement. */
export async function recordClient(
  conn: Conn,
  { companyId, clientId }: Client,
  now: Date,
): Promise<ContractStatus> {
  const { rows } = await sql<Pick<ContractValidationRow, 'status' | 'validated_at'>>`
    insert into cart.contract_validations as known
      (company_id, client_id, contract, version, status, first_seen_at, last_seen_at)
    values (${companyId}, ${clientId}, ${contract.name}, ${contract.version}, 'UNVALIDATED', ${now}, ${now})
    on conflict (company_id, client_id, contract, version) do update
      set last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
    returning known.status, known.validated_at
  `.execute(conn)
  return toStatus(rows[0])
}

/** For lists of clients: all given ids, at most a page of them. */
export async function findContractStatuses(
  conn: Conn,
  companyId: Id<'co'>,
  clientIds: readonly string[],
): Promise<Map<string, ContractStatus>> {
  const { rows } = await sql<Pick<ContractValidationRow, 'client_id' | 'status' | 'validated_at'>>`
    select client_id, status, validated_at from cart.contract_validations
    where company_id = ${companyId} and client_id = any(${clientIds}::text[])
      and contract = ${contract.name} and version = ${contract.version}
  `.execute(conn)
  const statuses = new Map(rows.map((row) => [row.client_id, toStatus(row)]))
  return new Map(clientIds.map((id) => [id, statuses.get(id) ?? toStatus(undefined)]))
}

/** In the transaction that closes the certification. Passing again keeps the first date. */
export async function markValidated(
  tx: Tx,
  { companyId, clientId, version }: Certification,
  now: Date,
): Promise<void> {
  await sql`
    insert into cart.contract_validations as known
      (company_id, client_id, contract, version, status, first_seen_at, last_seen_at, validated_at)
    values (${companyId}, ${clientId}, ${contract.name}, ${version}, 'VALIDATED', ${now}, ${now}, ${now})
    on conflict (company_id, client_id, contract, version) do update
      set status = 'VALIDATED', validated_at = coalesce(known.validated_at, excluded.validated_at),
          last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
  `.execute(tx)
}

/** By company and client; the partial index `contract_validations_missing` answers without a sort. */
export async function listUnvalidatedClients(
  conn: Conn,
  page: {
    readonly after?: { readonly companyId: string; readonly clientId: string }
    readonly limit: number
  },
): Promise<UnvalidatedClient[]> {
  const after = page.after
    ? sql`and (company_id, client_id) > (${page.after.companyId}, ${page.after.clientId})`
    : sql``
  const { rows } = await sql<ContractValidationRow>`
    /* across companies: operators look after every client */
    select * from cart.contract_validations
    where contract = ${contract.name} and version = ${contract.version} and status = 'UNVALIDATED' ${after}
    order by company_id, client_id
    limit ${page.limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    clientId: row.client_id,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }))
}

function toStatus(
  row: Pick<ContractValidationRow, 'status' | 'validated_at'> | undefined,
): ContractStatus {
  return {
    version: contract.version,
    status: (row?.status ?? 'UNVALIDATED') as ContractStatus['status'],
    validatedAt: row?.validated_at ?? undefined,
  }
}
