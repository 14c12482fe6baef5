export type CredentialOptions = {
  /** For integrations. Set at most one of the three credentials. */
  readonly apiKey?: string | undefined
  readonly accessToken?: string | undefined
  /** Called before each request, so that it can refresh an expired token. */
  readonly getAccessToken?: (() => string | Promise<string>) | undefined
}

export function withCredential(
  fetch: (request: Request) => Promise<Response>,
  { apiKey, accessToken, getAccessToken }: CredentialOptions,
) {
  return async (request: Request): Promise<Response> => {
    if (apiKey !== undefined) request.headers.set('x-api-key', apiKey)
    const token = accessToken ?? (await getAccessToken?.())
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
    return fetch(request)
  }
}

/** Throws for two credentials, and for one that is named but empty, such as an unset variable of the environment. */
export function assertValidCredential(options: CredentialOptions): void {
  const { apiKey, accessToken, getAccessToken } = options
  for (const name of ['apiKey', 'accessToken'] as const) {
    if (!(name in options) || options[name]?.trim()) continue
    throw new TypeError(`The ${name} is empty. Is its variable of the environment set?`)
  }
  if (apiKey !== undefined && /\s/.test(apiKey)) {
    throw new TypeError('The apiKey has a space or a line break. Check that it was copied exactly.')
  }
  const given = [apiKey, accessToken, getAccessToken].filter((value) => value !== undefined)
  if (given.length > 1) {
    throw new TypeError('Give one credential: apiKey, accessToken or getAccessToken.')
  }
}
