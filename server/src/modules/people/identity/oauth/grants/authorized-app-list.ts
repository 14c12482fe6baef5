import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { AuthorizedAppView, viewAuthorizedApp } from '../apps/app-schemas.ts'
import type { OAuth } from '../service.ts'
import type { AuthorizedApp } from './grant-store.ts'

/** The apps that act for a person, shown to that person. A row stands for all consents to one app. */
export const authorizedAppList = (oauth: OAuth) =>
  defineList({
    operationId: 'listAuthorizedApps',
    url: '/auth/authorized-apps',
    summary: 'List authorized apps',
    description: 'Lists the partner apps that act for you.',
    tags: ['Identity'],
    config: { access: 'person' },
    item: AuthorizedAppView,
    columns: ['appId', 'name', 'scopes', 'authorizedAt', 'expiresAt'],
    filters: {},
    sorts: { name: { read: (request: ListRequest, cut) => readByName(oauth, request, cut) } },
    show: (apps: readonly AuthorizedApp[]) => apps.map(viewAuthorizedApp),
  })

async function readByName(oauth: OAuth, { actor }: ListRequest, { after, limit }: Cut) {
  const [name, appId] = after ?? []
  const place = appId === undefined ? undefined : { name: String(name), appId: String(appId) }
  const found = await oauth.authorizedApps(actor, { after: place, limit })
  return placed(found, (app) => [app.name, app.appId])
}
