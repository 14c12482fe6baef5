import type { RelyingParty } from './passkey.ts'

/**
 * Passkeys are bound to a domain. An IP address is not a domain, and browsers refuse it; the local machine is
 * `localhost`.
 */
export function relyingPartyFrom(settings: {
  readonly id: string | undefined
  readonly origins: string | undefined
  readonly authUrl: string | undefined
  readonly baseUrl: string | undefined
}): RelyingParty | undefined {
  const urls = [settings.authUrl, settings.baseUrl].filter((url) => url !== undefined)
  const [first] = urls
  const id = settings.id ?? (first === undefined ? undefined : namedHost(new URL(first).hostname))
  if (id === undefined) return undefined
  const origins = settings.origins?.split(',') ?? urls.map((url) => namedOrigin(new URL(url)))
  return { id, origins: [...new Set(origins)] }
}

const namedHost = (host: string): string =>
  host === '127.0.0.1' || host === '[::1]' ? 'localhost' : host

function namedOrigin(url: URL): string {
  const named = new URL(url)
  named.hostname = namedHost(url.hostname)
  return named.origin
}
