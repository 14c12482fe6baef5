import type { AnAdminRuntime } from './admin.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** What a browser sends with a request that a page of ours makes. */
export const fromOurPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

export function get(runtime: AnAdminRuntime, path: string, headers: Record<string, string> = {}) {
  return fetch(runtime.url + path, { headers: { accept: 'application/json', ...headers } })
}

export function signIn(runtime: AnAdminRuntime, { email, password }: Credentials) {
  return fetch(`${runtime.url}/admin/session`, {
    method: 'POST',
    headers: fromOurPage,
    body: JSON.stringify({ email, password }),
  })
}

/** Signs in and gives the cookie as a browser sends it back. */
export async function signedIn(runtime: AnAdminRuntime, person: Credentials): Promise<string> {
  const response = await signIn(runtime, person)
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`)
  return cookieOf(response)
}

export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] as string
}

type Envelope = {
  readonly success: boolean
  readonly data?: Record<string, unknown>
  readonly meta: { readonly code?: string; readonly details?: Record<string, unknown> }
}

export async function bodyOf(response: Response): Promise<Envelope> {
  return (await response.json()) as Envelope
}

/** Tokens straight from the API, as a program has them. */
export async function tokensOf(apiUrl: string, { email, password }: Credentials) {
  const response = await fetch(`${apiUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = await bodyOf(response)
  return data as { accessToken: string; refreshToken: string }
}
