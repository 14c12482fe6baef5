import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Credential, Tokens } from './credentials.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

type AppSignIn = {
  readonly baseUrl: string
  readonly clientId: string
  readonly scope: string
  readonly openBrowser: boolean
}

/** How long a person may take in the browser. */
const patienceMs = 300_000

/**
 * OAuth 2.0 for apps on a device (RFC 8252): Authorization Code with PKCE. The browser returns to a port of this machine, which
 * listens only for that.
 */
export async function signInAsApp(signIn: AppSignIn, terminal: Terminal): Promise<Credential> {
  const { baseUrl, clientId, scope } = signIn
  const state = randomBytes(16).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const back = await listenForReturn(state, baseUrl)
  try {
    const address = new URL('/oauth/authorize', baseUrl)
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: back.redirectUri,
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    terminal.say(`Open this address and allow the access:\n${address.href}`)
    if (signIn.openBrowser) openInBrowser(address.href)
    const code = await back.code
    const tokens = await askForTokens(baseUrl, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: back.redirectUri,
      code_verifier: verifier,
    })
    return { kind: 'app', clientId, ...tokens }
  } finally {
    back.close()
  }
}

export function refreshApp(
  baseUrl: string,
  { clientId, refreshToken }: { readonly clientId: string; readonly refreshToken: string },
): Promise<Tokens> {
  const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  return askForTokens(baseUrl, grant)
}

async function askForTokens(baseUrl: string, grant: Record<string, string>): Promise<Tokens> {
  const response = await fetch(new URL('/oauth/token', baseUrl), {
    method: 'POST',
    body: new URLSearchParams(grant),
  }).catch((cause: unknown) => {
    const message = `${baseUrl} cannot be reached.`
    throw Object.assign(new CommandError(message, exitCodes.unreachable), { cause })
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer
  if (!response.ok || typeof accessToken !== 'string' || typeof refreshToken !== 'string') {
    const reason = String(answer.error_description ?? answer.error ?? response.status)
    throw new CommandError(
      `The service gave no tokens: ${reason}. Run: purveyor login`,
      exitCodes.notAllowed,
    )
  }
  const expiresAt = new Date(Date.now() + Number(seconds ?? 0) * 1_000).toISOString()
  return { accessToken, refreshToken, expiresAt }
}

async function listenForReturn(state: string, issuer: string) {
  let settle: { resolve(code: string): void; reject(error: Error): void } | undefined
  const code = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // The caller may fail before it waits for the code.
  code.catch(() => undefined)
  const fail = (reason: string) =>
    settle?.reject(new CommandError(`Not signed in: ${reason}.`, exitCodes.notAllowed))
  const server = createServer((request, response) => {
    const query = returnedQuery(request, response)
    // Other pages of the browser can call this port, too. Only the service knows the state.
    if (!query || query.get('state') !== state || (query.get('iss') ?? issuer) !== issuer) {
      return answerPage(response, 404, 'There is nothing here.')
    }
    const [given, error] = [query.get('code'), query.get('error')]
    if (given === null) {
      answerPage(response, 200, 'You are not signed in. You can close this page.')
      return fail(error ?? 'the service sent no code')
    }
    answerPage(response, 200, 'You are signed in. You can close this page.')
    settle?.resolve(given)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setTimeout(() => fail('nobody allowed the access within five minutes'), patienceMs)
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    code,
    close: () => {
      clearTimeout(timer)
      server.close()
      server.closeIdleConnections()
    },
  }
}

function returnedQuery({ method, url }: IncomingMessage, _response: ServerResponse) {
  const address = URL.parse(url ?? '', 'http://127.0.0.1')
  return method === 'GET' && address?.pathname === '/callback' ? address.searchParams : undefined
}

function answerPage(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(`<!doctype html><html lang="en"><title>Purveyor</title><p>${sentence}</p></html>`)
}

function openInBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  // Where there is no browser, the person opens the address that was printed.
  spawn(command as string, args, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}
