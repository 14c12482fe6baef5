import type { Clock } from '#kernel/time'
import type { Cache } from '#platform/cache'
import type { Routes } from '#platform/http'
import type { Seal } from '#platform/seal'
import { createApi } from './api.ts'
import { type CheckToken, checkThroughApi, checkWithSecret, readWithSecret } from './check-token.ts'
import type { Forward } from './forward.ts'
import { forwardRoutes, uploadRoutes } from './forward-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { requireOperator } from './principal.ts'
import { assertSameSite } from './same-origin.ts'
import { createSessionCookie } from './session-cookie.ts'
import { adminSessionRoutes } from './session-routes.ts'
import { createSessions } from './sessions.ts'
import { builtPages, readWebFiles } from './web-files.ts'

export type AdminOptions = {
  /** How to reach the API: `forwardOver` a network, or `forwardInto` this process. */
  readonly forward: Forward
  readonly cache: Cache
  /** Seals the cookie. Every admin process needs the same keys. Otherwise each process asks the operator to sign in again. */
  readonly seal: Seal
  readonly now: Clock
  /** With JWT_ACCESS_SECRET this runtime checks tokens itself. Otherwise it asks the API. */
  readonly accessSecret?: string | undefined
  readonly accessSecretPrevious?: string | undefined
  /** False only for a local start over plain http. */
  readonly isSecure: boolean
  /** The address at which browsers see this runtime (`https://admin.example.com`), for a proxy that changes the Host. */
  readonly publicOrigins?: readonly string[] | undefined
  readonly webFolder?: string | undefined
  /** How often the stream of the operations page reads the surface. Default: every 5 seconds. */
  readonly liveEveryMs?: number | undefined
  /** How many such streams one process sends at the same time. */
  readonly liveStreamsMax?: number | undefined
}

/** The admin runtime: pages, their session, and a limited way to the API. It stores nothing and has no database. */
export function adminRoutes(options: AdminOptions): Routes {
  const { forward, cache, seal, now } = options
  const api = createApi(forward)
  const check = checkOf(options, checkThroughApi({ api, cache, now }))
  const sessions = createSessions({
    api,
    check,
    cache,
    seal,
    now,
    pages: 'admin',
    requireAllowed: requireOperator,
  })
  const cookie = createSessionCookie(seal, options.isSecure)
  const deps = { forward, sessions, cookie, check }
  const publicOrigins = new Set(options.publicOrigins)
  return async (http) => {
    const files = await readWebFiles(options.webFolder ?? builtPages.operators)
    http.addHook('onRequest', async (request) => assertSameSite(request, publicOrigins))
    await adminSessionRoutes(deps)(http)
    await forwardRoutes(deps)(http)
    const { liveEveryMs: everyMs = 5_000, liveStreamsMax: streamsMax = 200 } = options
    await liveRoutes({ ...deps, everyMs, streamsMax })(http)
    await http.register(uploadRoutes(deps) as never)
    await pageRoutes(deps, files)(http)
  }
}

function checkOf(options: AdminOptions, throughApi: CheckToken): CheckToken {
  const { accessSecret, accessSecretPrevious, cache, now } = options
  if (accessSecret === undefined) return throughApi
  const read = readWithSecret(accessSecret, accessSecretPrevious)
  return checkWithSecret(read, throughApi, { cache, now })
}
