import { createHash, randomBytes } from 'node:crypto'
import { aBrowsingPerson } from '../../server/test/journeys/oauth-person.ts'

export type AppTokens = {
  readonly accessToken: string
  /** The body of a refresh. An app with a secret keeps its refresh token, so the body can be sent repeatedly. */
  readonly refreshBody: string
}

type Person = { readonly email: string; readonly password: string }

const redirectUri = 'https://partner.example/callback'

/** Registers an app with a secret, and completes the flow for its person: sign-in, consent, code, tokens. */
export async function tokensOfAnApp(
  baseUrl: string,
  admin: { readonly accessToken: string },
  person: Person,
  scope: string,
): Promise<AppTokens> {
  const created = await fetch(`${baseUrl}/api/v1/oauth-apps`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      name: 'Measured',
      type: 'confidential',
      redirectUris: [redirectUri],
      scopes: [scope],
    }),
  })
  const app = (await answerOf(created, 201)).data as { clientId: string; clientSecret: string }
  const verifier = randomBytes(32).toString('base64url')
  const code = await codeFor(baseUrl, app.clientId, verifier, person, scope)
  const identity = { client_id: app.clientId, client_secret: app.clientSecret }
  const tokens = await answerOf(
    await fetch(`${baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...identity,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    }),
    200,
  )
  const refresh = {
    ...identity,
    grant_type: 'refresh_token',
    refresh_token: String(tokens.refresh_token),
  }
  return {
    accessToken: String(tokens.access_token),
    refreshBody: new URLSearchParams(refresh).toString(),
  }
}

async function codeFor(
  baseUrl: string,
  clientId: string,
  verifier: string,
  { email, password }: Person,
  scope: string,
): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'measured',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = aBrowsingPerson({ [baseUrl]: baseUrl })
  const signIn = await browser.open(`${baseUrl}/oauth/authorize?${query}`)
  const consent = await browser.submit(signIn, '/sign-in', { email, password })
  const back = await browser.submit(consent, '/consent', { decision: 'allow', scope: [scope] })
  const code = new URL(back.url).searchParams.get('code')
  if (!code) throw new Error(`no code came back: ${back.url}`)
  return code
}

export async function answerOf(
  response: Response,
  status: number,
): Promise<Record<string, unknown>> {
  const text = await response.text()
  if (response.status !== status)
    throw new Error(`${response.status} instead of ${status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
