import { createClient, type PurveyorClient } from '../client.ts'
import { type Credential, type CredentialStore, openCredentialStore } from './credentials.ts'
import { CommandError, exitCodes, wrongUsage } from './exit-codes.ts'
import { refreshApp } from './sign-in-as-app.ts'
import type { Terminal } from './terminal.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type CommandDeps = { readonly env: Environment; readonly terminal: Terminal }

export type Connection = {
  readonly baseUrl: string
  readonly client: PurveyorClient
  readonly credential: Credential
}

/** Where the command goes: `--url`, else PURVEYOR_URL, else the service of the last sign-in. */
export async function baseUrlOf(
  given: string | undefined,
  { env }: CommandDeps,
  store: CredentialStore,
): Promise<string> {
  const address = given ?? env.PURVEYOR_URL ?? (await store.current())
  if (address === undefined) {
    throw wrongUsage('No service is chosen. Give --url, set PURVEYOR_URL, or run: purveyor login')
  }
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`${address} is not an address such as https://purveyor.example.com`)
  }
  // A credential must not cross a network that others can read.
  if (url.protocol === 'http:' && !loopbacks.has(url.hostname)) {
    throw wrongUsage(`${address} must begin with https://, except on this machine.`)
  }
  return url.origin
}

const loopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The credential is PURVEYOR_API_KEY, else the one of the sign-in. A token that has expired is refreshed. */
export async function connect(given: string | undefined, deps: CommandDeps): Promise<Connection> {
  const store = openCredentialStore(deps.env)
  const baseUrl = await baseUrlOf(given, deps, store)
  const { PURVEYOR_API_KEY: apiKey } = deps.env
  const credential = apiKey ? ({ kind: 'api_key', apiKey } as const) : await store.find(baseUrl)
  if (!credential) {
    throw new CommandError(
      `You are not signed in at ${baseUrl}. Run: purveyor login --url ${baseUrl}`,
      exitCodes.notAllowed,
    )
  }
  const client =
    credential.kind === 'api_key'
      ? createClient({ baseUrl, apiKey: credential.apiKey })
      : createClient({ baseUrl, getAccessToken: () => freshToken(baseUrl, store) })
  return { baseUrl, client, credential }
}

/** A token that expires while a request is under way would be refused. */
const reserveMs = 30_000

async function freshToken(baseUrl: string, store: CredentialStore): Promise<string> {
  const kept = await store.find(baseUrl)
  if (kept && kept.kind !== 'api_key' && isFresh(kept)) return kept.accessToken
  return store.alone(async () => {
    // Another command may have refreshed it meanwhile.
    const now = await store.find(baseUrl)
    if (!now || now.kind === 'api_key') {
      throw new CommandError('You have signed out meanwhile.', exitCodes.notAllowed)
    }
    if (isFresh(now)) return now.accessToken
    const tokens =
      now.kind === 'app'
        ? await refreshApp(baseUrl, now)
        : await refreshSession(baseUrl, now.refreshToken)
    await store.keep(baseUrl, { ...now, ...tokens })
    return tokens.accessToken
  })
}

function isFresh({ expiresAt }: { readonly expiresAt: string }): boolean {
  return Date.parse(expiresAt) - Date.now() > reserveMs
}

async function refreshSession(baseUrl: string, refreshToken: string) {
  const { data } = await createClient({ baseUrl }).auth.refreshSession({ refreshToken })
  return tokensOf(data)
}

export function tokensOf(data: {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
}) {
  const { accessToken, refreshToken, expiresIn } = data
  const expiresAt = new Date(Date.now() + expiresIn * 1_000).toISOString()
  return { accessToken, refreshToken, expiresAt }
}
