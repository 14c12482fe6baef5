import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Role } from '#kernel/actor'
import { createIdentity, type Identity, peppersFrom, sessionRoutes } from '#modules/identity'
import { createIncidents, incidentsRoutes } from '#modules/incidents'
import {
  healthRoutes,
  jobRoutes,
  seriesRoutes,
  watchDependencies,
  watchFailingJobs,
} from '#modules/ops'
import { type Cache, createMemoryCache } from '#platform/cache'
import type { ConfigReadiness } from '#platform/config'
import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { buildHttp, type Http, ok, type Routes } from '#platform/http'
import { createGivenUpJobs } from '#platform/jobs'
import { createOutbound } from '#platform/net'
import { createSeal, type Seal, sealKeysFrom } from '#platform/seal'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { type AdminOptions, adminRoutes, forwardOver } from '../../src/admin/index.ts'

export const accessSecret = 'a secret of at least 32 bytes, no. 1'
const refreshSecret = 'a secret of at least 32 bytes, no. 2'

export type AnApi = {
  readonly url: string
  readonly http: Http
  readonly identity: Identity
  /** What was asked of it, as `GET /auth/me`. */
  readonly calls: string[]
  /** What readers took of the file without an end, at `/notifications/endless.csv`. */
  readonly endless: EndlessFile
  close(): Promise<void>
}

type ApiOptions = {
  readonly database: Database
  readonly now: () => Date
  readonly probes?: readonly Probe[]
  readonly readiness?: ConfigReadiness
  /** Roles that need a second factor. Default: none. */
  readonly mfaRequiredRoles?: readonly Role[]
}

const ready: ConfigReadiness = {
  status: 'ready',
  environment: 'test',
  required: [],
  policy: [],
  missing: [],
  promotion: { ready: true, blockers: [] },
}

/** An API over real HTTP with the routes that the operator pages ask: sessions, health, incidents, and an echo. */
export async function anApi(options: ApiOptions) {
  const { database, now, probes = [], readiness = ready, mfaRequiredRoles = [] } = options
  const wake = createWake(createMemoryCache(now))
  const identity = createIdentity({
    database,
    cache: createMemoryCache(now),
    wake,
    seal: aSeal(),
    now,
    settings: {
      resetPageUrl: 'https://purveyor.example/account/reset-password',
      mailCodePageUrl: 'https://purveyor.example/account/mailed-code',
      invitationPageUrl: 'https://purveyor.example/account/invitation',
      accessSecret,
      refreshSecret,
      accessTokenSeconds: 600,
      sessionDays: 30,
      sessionIdleDays: 7,
      mfaRequiredRoles,
      keyMode: 'test',
      peppers: peppersFrom(undefined, sealKeysFrom({ fallbackSecret: refreshSecret })),
      requestsPerMinute: 600,
    },
  })
  const http = anHttp(now, (headers) => identity.authenticate(headers))
  const calls: string[] = []
  // On the way out, because what is refused at the door passes only here.
  http.addHook('onSend', async ({ method, url }) => {
    calls.push(`${method} ${url}`)
  })
  const checks = [{ name: 'database', ping: () => database.ping() }]
  const health = healthRoutes({
    version: '0.1.0',
    startedAt: now(),
    now,
    readiness,
    dependencies: watchDependencies(checks, now),
    probes,
    cannotServe: () => undefined,
  })
  const endless = { lines: 0, closed: 0 }
  const routes = [sessionRoutes({ identity, database }), health, echoRoutes, endlessRoutes(endless)]
  const incidents = createIncidents({ database, now })
  routes.push(incidentsRoutes(incidents, { database, testTransports: async () => [] }))
  const jobWatch = watchFailingJobs({ incidents, metrics: createMetrics() })
  routes.push(seriesRoutes({ database, probes, now }))
  routes.push(jobRoutes({ database, givenUp: createGivenUpJobs(jobWatch, []), now }))
  for (const each of routes) http.register(each as never)
  const url = await listening(http)
  return { url, http, identity, calls, endless, close: () => closed(http) }
}

const AnyQuery = Type.Object({}, { additionalProperties: true })
const AnyBody = Type.Optional(Type.Unknown())

/** Shows what arrived, for what is passed on. */
const echoRoutes: Routes = async (http) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    http.route({
      method,
      url: '/notifications/echo/:word',
      config: { access: 'operator' },
      schema: {
        hide: true,
        querystring: AnyQuery,
        ...(method === 'GET' ? {} : { body: AnyBody }),
      },
      handler: async ({ method: used, actor, body, query, headers, params }) =>
        ok({
          method: used,
          actor: actor.id,
          body,
          query,
          params,
          key: headers['idempotency-key'],
          language: headers['accept-language'],
        }),
    })
  }
}

type EndlessFile = { lines: number; closed: number }

/** A file that is longer than every buffer on the way to its reader. */
function endlessRoutes(file: EndlessFile): Routes {
  async function* lines() {
    try {
      for (;;) {
        file.lines += 1
        yield `${'x'.repeat(9_999)}\n`
      }
    } finally {
      file.closed += 1
    }
  }
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/notifications/endless.csv',
      config: { access: 'operator' },
      schema: { hide: true },
      handler: async (_request, reply) =>
        reply.type('text/csv; charset=utf-8').send(Readable.from(lines())) as never,
    })
  }
}

type RuntimeOptions = Partial<AdminOptions> & {
  readonly apiUrl: string
  readonly now: () => Date
}

/** An admin runtime on a port of its own, as `PURVEYOR_ROLES=admin` starts it: it shares nothing with the API. */
export async function anAdminRuntime({ apiUrl, now, ...options }: RuntimeOptions) {
  const outbound = createOutbound({ allowPrivate: true, userAgent: 'Purveyor/test' })
  const http = anHttp(now, async () => undefined)
  const routes = adminRoutes({
    forward: forwardOver(outbound, apiUrl),
    cache: createMemoryCache(now),
    seal: aSeal(),
    now,
    isSecure: true,
    ...options,
  })
  http.register(routes as never)
  const url = await listening(http)
  return {
    url,
    http,
    close: async () => {
      await closed(http)
      await outbound.close()
    },
  }
}

export type AnAdminRuntime = Awaited<ReturnType<typeof anAdminRuntime>>

export function aSeal(): Seal {
  return createSeal(sealKeysFrom({ fallbackSecret: randomBytes(32).toString('hex') }))
}

export function aCache(now: () => Date): Cache {
  return createMemoryCache(now)
}

function anHttp(now: () => Date, authenticate: Parameters<typeof buildHttp>[0]['authenticate']) {
  return buildHttp({
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    now,
    version: '0.1.0',
    authenticate,
    cursorKey: randomBytes(32),
    limits: { auth: { quota: 10_000, windowSeconds: 60 } },
    validateAnswers: true,
  })
}

async function listening(http: Http): Promise<string> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function closed(http: Http): Promise<void> {
  http.server.closeAllConnections()
  await http.close()
}
