import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { type Database, sql } from '#platform/db'
import { type Condition, defineList, filter, ofCompany } from '#platform/lists'
import type { ApiKeyRow } from '../tables.ts'
import { type ApiKeyState, apiKeyStates } from './api-key.ts'
import { ApiKeyView, type CartConcurrency, viewApiKey } from './api-key-schemas.ts'
import { toApiKey } from './api-key-store.ts'
import { listRolesOfMakers } from './maker-store.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly contractStatuses: (
    companyId: Id<'co'>,
    clientIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

/** By `api_keys_by_company`, without a sort. */
export const apiKeyList = ({ database, now, contractStatuses }: Deps) =>
  defineList({
    operationId: 'listApiKeys',
    url: '/api/v1/api-keys',
    summary: 'List API keys',
    description: 'Newest first.',
    tags: ['Identity'],
    config: { access: 'company_admin', operatorsToo: true },
    item: ApiKeyView,
    columns: ['id', 'name', 'state', 'keyStart', 'effectiveScopes', 'lastUsedAt', 'expiresAt'],
    filters: {
      state: filter(
        Type.Enum([...apiKeyStates], { description: 'Lists only keys in this state.' }),
        (state) => inState(state, now()),
      ),
    },
    from: sql`identity.api_keys t`,
    scope: ({ actor }) => ofCompany(actor),
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
    },
    csv: { operationId: 'downloadApiKeys', summary: 'Download API keys as CSV' },
    show: async (rows: readonly ApiKeyRow[], { actor: { companyId } }) => {
      const keys = rows.map(toApiKey)
      const at = now()
      const clients = [...new Set(keys.map(({ clientId }) => clientId))]
      const contracts = await contractStatuses(companyId, clients)
      const makerIds = keys.map(({ createdBy }) => createdBy)
      const makers = await listRolesOfMakers(database.pool, companyId, makerIds)
      return keys.map((key) =>
        viewApiKey(key, {
          now: at,
          makerRoles: makers.get(key.createdBy) ?? [],
          cartConcurrency: contracts.get(key.clientId),
        }),
      )
    },
  })

function inState(state: ApiKeyState, now: Date): Condition {
  const conditions = {
    ACTIVE: sql`t.revoked_at is null and t.expires_at > ${now}`,
    EXPIRED: sql`t.revoked_at is null and t.expires_at <= ${now}`,
    REVOKED: sql`t.revoked_at is not null`,
  }
  return conditions[state]
}
