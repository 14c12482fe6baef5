import { scopes } from '#kernel/actor'
import { locales } from '#platform/locale'

/**
 * The metadata of RFC 8414. It comes from the settings alone, never from a request: metadata from the Host header
 * would let an attacker redirect clients, with their codes and secrets.
 */
export function metadataOf({
  authUrl,
  baseUrl,
}: {
  readonly authUrl: string
  readonly baseUrl: string
}) {
  const methods = ['client_secret_basic', 'client_secret_post', 'none']
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    service_documentation: `${baseUrl}/docs`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    ui_locales_supported: [...locales],
    authorization_response_iss_parameter_supported: true,
  }
}
