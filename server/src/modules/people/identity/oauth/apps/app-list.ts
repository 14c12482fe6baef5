import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import { defineList, ofCompany } from '#platform/lists'
import type { CartConcurrency } from '../../api-keys/api-key-schemas.ts'
import type { OauthAppRow } from '../../tables.ts'
import { AppView, viewApp } from './app-schemas.ts'
import { toApp } from './app-store.ts'

type Deps = {
  readonly contractStatuses: (
    companyId: Id<'co'>,
    clientIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

/** By `oauth_apps_by_company`, without a sort. */
export const appList = ({ contractStatuses }: Deps) =>
  defineList({
    operationId: 'listOAuthApps',
    url: '/api/v1/oauth-apps',
    summary: 'List partner apps',
    description: 'Newest first.',
    tags: ['Identity'],
    config: { access: 'company_admin', operatorsToo: true },
    item: AppView,
    columns: ['id', 'name', 'type', 'scopes', 'createdBy', 'createdAt', 'revokedAt'],
    filters: {},
    from: sql`identity.oauth_apps t`,
    scope: ({ actor }) => ofCompany(actor),
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
    },
    csv: { operationId: 'downloadOAuthApps', summary: 'Download partner apps as CSV' },
    show: async (rows: readonly OauthAppRow[], { actor }) => {
      const apps = rows.map(toApp)
      const ids = apps.map(({ id }) => id)
      const contracts = await contractStatuses(actor.companyId, ids)
      return apps.map((app) => viewApp(app, contracts.get(app.id)))
    },
  })
