import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type BodyOf } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'

export type ApiKey = ItemOf<paths['/api/v1/api-keys']['get']>
export type PartnerApp = ItemOf<paths['/api/v1/oauth-apps']['get']>
export type Scope = ApiKey['scopes'][number]

export type KeyDraft = BodyOf<paths['/api/v1/api-keys']['post']>
export type AppDraft = BodyOf<paths['/api/v1/oauth-apps']['post']>

export const scopes = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'support:read',
  'support:write',
  'webhooks:manage',
] as const satisfies readonly Scope[]

/** How long an old secret still works beside the new one: not at all, an hour, a day, a week, 30 days. */
export const overlaps = [0, 3_600, 86_400, 604_800, 2_592_000] as const
export type Overlap = (typeof overlaps)[number]

/** A secret that the API shows once, with the name of what it is for. */
export type Secret = { readonly name: string; readonly text: string }

export async function listKeys(
  state: ApiKey['state'] | undefined,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...page, ...(state !== undefined && { state }) }
  return api.get('/api/v1/api-keys', { params: { query }, signal })
}

export async function createKey(body: KeyDraft): Promise<Secret> {
  return secretIn((await api.post('/api/v1/api-keys', { body })).data)
}

export async function rotateKey(keyId: string, overlapSeconds: Overlap): Promise<Secret> {
  const options = { params: { path: { keyId } }, body: { overlapSeconds } }
  return secretIn((await api.post('/api/v1/api-keys/{keyId}/rotate', options)).data)
}

export async function revokeKey(keyId: string): Promise<void> {
  await api.delete('/api/v1/api-keys/{keyId}', { params: { path: { keyId } }, ...emptyBody })
}

export async function listApps(page: PageQuery, signal: AbortSignal) {
  return api.get('/api/v1/oauth-apps', { params: { query: page }, signal })
}

/** A public app has no secret. */
export async function createApp(body: AppDraft): Promise<Secret | undefined> {
  return appSecretIn((await api.post('/api/v1/oauth-apps', { body })).data)
}

export async function rotateAppSecret(
  appId: string,
  overlapSeconds: Overlap,
): Promise<Secret | undefined> {
  const options = { params: { path: { appId } }, body: { overlapSeconds } }
  return appSecretIn((await api.post('/api/v1/oauth-apps/{appId}/rotate-secret', options)).data)
}

export async function revokeApp(appId: string): Promise<void> {
  await api.delete('/api/v1/oauth-apps/{appId}', { params: { path: { appId } }, ...emptyBody })
}

type MadeKey = DataOf<paths['/api/v1/api-keys']['post']>

/** An answer that is sent again has no key: it is shown once. */
function secretIn({ name, key = '' }: MadeKey): Secret {
  return { name, text: key }
}

type MadeApp = DataOf<paths['/api/v1/oauth-apps']['post']>

function appSecretIn({ name, clientSecret }: MadeApp): Secret | undefined {
  return clientSecret === undefined ? undefined : { name, text: clientSecret }
}
