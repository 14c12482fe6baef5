import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../server/src/platform/db/index.ts'
import { type Access, accessOf } from './lib/access.ts'
import { type CheckCost, costOfChecks } from './lib/measuring/check-cost.ts'
import { type Measured, measure } from './lib/measuring/measure.ts'
import { answerOf, tokensOfAnApp } from './lib/partner-app.ts'
import { startBare, startProduct } from './lib/processes.ts'
import { benchSecrets } from './lib/secrets.ts'

export type IdentityReadings = {
  readonly requests: readonly Measured[]
  readonly checks: readonly CheckCost[]
}

/**
 * This route makes no database query of its own: the measurement is the way to it, including the check of the
 * credential.
 */
const cheapRoute = '/api/v1/webhooks/event-kinds'
const scope = 'webhooks:manage'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Credentials on a cheap route in each of the three modes, compared with a bare Fastify route; sign-in; the token
 * endpoint.
 */
export async function identity(seconds: number): Promise<IdentityReadings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const postgres = process.env.DOCUMENT_DB_URL
    ? undefined
    : await startLocalPostgres({ dataDir, log: { info: () => undefined, warn: console.error } })
  const env = {
    DOCUMENT_DB_URL: process.env.DOCUMENT_DB_URL ?? postgres?.url ?? '',
    CACHE_URL: process.env.CACHE_URL ?? 'memory:',
    ...benchSecrets(),
  }
  try {
    return await measured(env, dataDir, seconds)
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measured(
  env: Readonly<Record<string, string>>,
  dataDir: string,
  seconds: number,
): Promise<IdentityReadings> {
  const product = await startProduct(env, dataDir)
  try {
    const { baseUrl, pid } = product
    const access = await accessOf(dataDir)
    const credentials = await credentialsOf(baseUrl, access)
    const requests = [await floor(baseUrl, access, seconds)]
    for (const { name, headers } of credentials) {
      const url = baseUrl + cheapRoute
      requests.push(await measure({ name, url, headers, pid, connections: 16 }, seconds))
    }
    requests.push(...(await signingIn(product, access, seconds)))
    return { requests, checks: await costOfChecks(env, credentials) }
  } finally {
    await product.stop()
  }
}

async function credentialsOf(baseUrl: string, access: Access) {
  const admin = await signIn(baseUrl, access.companyAdmin)
  const app = await tokensOfAnApp(baseUrl, admin, access.companyAdmin, scope)
  return [
    { name: 'JWT of a person', headers: { authorization: `Bearer ${admin.accessToken}` } },
    { name: 'API key', headers: { 'x-api-key': access.apiKey } },
    { name: 'OAuth token of an app', headers: { authorization: `Bearer ${app.accessToken}` } },
  ]
}

/** The same body from the same framework, without our code: the upper limit. */
async function floor(baseUrl: string, access: Access, seconds: number): Promise<Measured> {
  const headers = { 'x-api-key': access.apiKey }
  const body = JSON.stringify(await answerOf(await fetch(baseUrl + cheapRoute, { headers }), 200))
  const bare = await startBare(body)
  try {
    const { pid } = bare
    const url = `${bare.baseUrl}/bare`
    return await measure({ name: 'bare Fastify route', url, pid, connections: 16 }, seconds)
  } finally {
    await bare.stop()
  }
}

async function signingIn(
  { baseUrl, pid }: { readonly baseUrl: string; readonly pid: number },
  access: Access,
  seconds: number,
): Promise<Measured[]> {
  const admin = await signIn(baseUrl, access.companyAdmin)
  const app = await tokensOfAnApp(baseUrl, admin, access.companyAdmin, scope)
  const post = { method: 'POST', pid } as const
  return [
    await measure(
      {
        ...post,
        name: 'sign-in with a password',
        url: `${baseUrl}/auth/login`,
        headers: json,
        body: JSON.stringify(access.buyer),
        connections: 8,
      },
      seconds,
    ),
    await measure(
      {
        ...post,
        name: 'token endpoint, refresh of an app with a secret',
        url: `${baseUrl}/oauth/token`,
        headers: form,
        body: app.refreshBody,
        // One app may send 600 requests a minute from one address, so the bench uses many addresses.
        requests: Array.from({ length: 200 }, (_unused, at) => ({
          headers: { ...form, 'x-forwarded-for': `203.0.113.${at}` },
        })),
        connections: 16,
      },
      seconds,
    ),
  ]
}

async function signIn(
  baseUrl: string,
  person: Access['buyer'],
): Promise<{ readonly accessToken: string }> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })
  return (await answerOf(response, 200)).data as { accessToken: string }
}
