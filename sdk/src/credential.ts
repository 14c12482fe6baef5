export type CredentialOptions = {
  /** For integrations. Set at most one of the three credentials. */
  readonly apiKey?: string
  readonly accessToken?: string
  /** Called before each request, so that it can refresh an expired token. */
  readonly getAccessToken?: () => string | Promise<string>
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

export function refuseTwoCredentials(options: CredentialOptions): void {
  const { apiKey, accessToken, getAccessToken } = options
  const given = [apiKey, accessToken, getAccessToken].filter((value) => value !== undefined)
  if (given.length > 1) {
    throw new TypeError('Give one credential: apiKey, accessToken or getAccessToken.')
  }
}
