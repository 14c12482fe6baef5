import type { AdapterPayload } from 'oidc-provider'
import type { Database } from '#platform/db'
import { type AppSecrets, isNative, isSameHash, type OAuthApp, secretHashOf } from './app.ts'
import { findUsableApp } from './app-store.ts'

/** The metadata of our apps that clients of oidc-provider do not have. */
export const extraClientMetadata = [
  'company_id',
  'allowed_scopes',
  'previous_secret_hash',
  'previous_secret_until',
] as const

export type ClientExtras = {
  readonly company_id: string
  readonly allowed_scopes: readonly string[]
  readonly previous_secret_hash?: string
  readonly previous_secret_until?: number
}

export const extrasOf = (client: unknown): ClientExtras => client as ClientExtras

export async function findClient(
  { pool }: Pick<Database, 'pool'>,
  appId: string,
): Promise<AdapterPayload | undefined> {
  const app = await findUsableApp(pool, appId)
  return app && clientOf(app)
}

function clientOf(app: OAuthApp & AppSecrets): AdapterPayload {
  const { secretHash, previous } = app
  return {
    client_id: app.id,
    client_name: app.name,
    redirect_uris: [...app.redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: isNative(app) ? 'native' : 'web',
    token_endpoint_auth_method: secretHash ? 'client_secret_basic' : 'none',
    // The hash takes the place of the secret: the given secret is hashed before the comparison (isSecretOf).
    ...(secretHash ? { client_secret: secretHash.toString('hex') } : {}),
    company_id: app.companyId,
    allowed_scopes: [...app.scopes],
    ...(previous
      ? {
          previous_secret_hash: previous.hash.toString('hex'),
          previous_secret_until: previous.until.getTime(),
        }
      : {}),
  }
}

/** True for the secret of that client, and for its former secret in its last hours. */
export function isSecretOf(client: { clientSecret?: string }, given: string, now: Date): boolean {
  const hash = secretHashOf(given)
  const { previous_secret_hash: previous, previous_secret_until: until = 0 } = extrasOf(client)
  if (isSameHash(Buffer.from(client.clientSecret ?? '', 'hex'), hash)) return true
  return (
    previous !== undefined &&
    now.getTime() < until &&
    isSameHash(Buffer.from(previous, 'hex'), hash)
  )
}
