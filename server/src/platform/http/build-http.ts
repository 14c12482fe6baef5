import assert from 'node:assert/strict'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type FastifyBaseLogger, type FastifyRequest, fastify, LogController } from 'fastify'
import type { Principal } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { isTagged, tagAnswers } from './answer-etags.ts'
import { compressAnswers } from './answering/compression.ts'
import { createCursors } from './answering/cursors.ts'
import { failureDocsAt } from './answering/failure-docs.ts'
import { cursorScopeOf, type Page, pageOf } from './answering/page.ts'
import { refusalHandler } from './answering/refusals.ts'
import { refuseUnknownRoutes } from './answering/unknown-routes.ts'
import { routeForOperators } from './for-operators.ts'
import { accessHook } from './guarding/access.ts'
import { clientErrorHandler, drainOnClose } from './guarding/connections.ts'
import { createDownloads } from './guarding/downloads.ts'
import { createShield } from './guarding/limits.ts'
import { setSecurityHeaders } from './guarding/security-headers.ts'
import { createTickets, type Tickets } from './guarding/tickets.ts'
import { openapiOf } from './openapi/document.ts'
import { registerOpenapi } from './openapi/openapi-routes.ts'
import { readBodies } from './reading/bodies.ts'
import { longestUploadMs, watchBodies } from './reading/body-deadline.ts'
import { continueAfterAccess } from './reading/expect-continue.ts'
import { keepRequestContexts } from './reading/request-context.ts'
import { acceptLocales } from './reading/request-locale.ts'
import { serializerCompiler, validatorCompiler } from './reading/validation.ts'
import { closeUndeclared, inspectRoute, limitBody, type RegisteredRoute } from './registration.ts'
import { honourIdempotencyKeys } from './repeating/idempotency-hooks.ts'
import { requestIdOf, requestLogHook } from './request-log.ts'
import type { Http, HttpOptions, RouteConfig } from './types.ts'

const defaultBodyLimitBytes = 1_048_576
const defaultRequestTimeoutMs = 30_000
/**
 * Longer than the idle timeout of common balancers (60 s), so that this server does not close a connection that is about to get a
 * request.
 */
const defaultKeepAliveTimeoutMs = 72_000
const headersTimeoutMs = 15_000
const defaultDrainMs = 10_000

/** The HTTP server, with everything that all routes share. Modules register their routes on it. The caller calls `listen`. */
export function buildHttp(options: HttpOptions): Http {
  const http = createServer(options)
  const routes: RegisteredRoute[] = []
  const cursors = createCursors(options.cursorKey)
  const tickets = createTickets(options.cursorKey, options.now)

  http.decorate('cursors', cursors)
  http.decorate('tickets', tickets)
  http.decorate('downloads', createDownloads(options.metrics))
  http.decorate('routeTable', routes)
  http.decorate('notFoundPages', [])
  http.decorate('openapi', () => openapiOf(routes, options))
  http.decorate('failureDocs', failureDocsAt(options.publicUrl))
  decorateRequests(http, (request) => pageOf(request, cursors))
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler(options.validateAnswers ?? false) as never)
  http.setErrorHandler(refusalHandler(options.validateAnswers ?? false))
  readBodies(http)
  drainOnClose(http, options.drainMs ?? defaultDrainMs)

  http.addHook('onRoute', function forOperators(this: Http, route) {
    // Fastify adds the HEAD route of each GET by itself, also of the one for operators.
    if (route.config?.operatorsToo && route.method !== 'HEAD') {
      this.route(routeForOperators(route))
    }
  })
  http.addHook('onRoute', (route) => {
    // @fastify/cors adds this route. No request reaches it: OPTIONS is answered earlier (unknown-routes.ts).
    if (route.method === 'OPTIONS' && route.url === '*') return
    route.config = { ...route.config, isTagged: isTagged(route) } as RouteConfig
    inspectRoute(route, routes)
    closeUndeclared(route)
    limitBody(route)
  })
  watchBodies(http, options.requestTimeoutMs ?? defaultRequestTimeoutMs)
  continueAfterAccess(http)
  keepRequestContexts(http)
  acceptLocales(http, options.supportedLocales)
  http.addHook('onRequest', requestLogHook(options.log, options.metrics))
  tagAnswers(http)
  compressAnswers(http)
  addHeaders(http, options)
  // Plugins load after this function returns, and a refusal needs their headers as much as an answer does.
  http.after((error) => {
    if (error) throw error
    addGuards(http, options, tickets)
    registerOpenapi(http)
  })
  return http
}

/** The hooks in their order: can the process serve, does the route exist, may this client call it, is it a repetition. */
function addGuards(http: Http, options: HttpOptions, tickets: Tickets): void {
  const shield = createShield(options.limits, options.limiterStore)
  const checkAccess = accessHook(options, shield, tickets)
  http.addHook('onRequest', (request, _reply, done) => {
    done(isHealth(request) ? undefined : options.gate?.())
  })
  refuseUnknownRoutes(http, shield)
  http.addHook('onRequest', async (request, reply) => {
    await checkAccess(request, reply)
  })
  http.addHook('preHandler', ({ routeOptions, params }, _reply, done) => {
    if (!routeOptions.config.ofNamedCompany || !options.requireCompany) return done()
    const { companyId } = params as { companyId: string }
    options.requireCompany(companyId).then(() => done(), done)
  })
  http.addHook('preHandler', (request, reply, done) => {
    reply.code(successStatusOf(request))
    done()
  })
  honourIdempotencyKeys(http, options)
}

function createServer(options: HttpOptions): Http {
  const { log, now, publicUrl, trustedProxies } = options
  const { requestTimeoutMs = defaultRequestTimeoutMs } = options
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request, now),
    bodyLimit: options.bodyLimitBytes ?? defaultBodyLimitBytes,
    // `true` or a hop count would trust an X-Forwarded-For that an attacker writes.
    trustProxy: trustedProxies?.length ? [...trustedProxies] : false,
    // The limit for files, the longest bodies. All others have the shorter limit of `watchBodies`.
    requestTimeout: Math.max(longestUploadMs, requestTimeoutMs),
    keepAliveTimeout: options.keepAliveTimeoutMs ?? defaultKeepAliveTimeoutMs,
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
    },
    // While the server closes, requests on open connections are still served, and their answers close the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: refusalHandler(false),
    clientErrorHandler: clientErrorHandler(now, failureDocsAt(publicUrl)),
    // The token of a click on a sponsored place is the longest parameter.
    routerOptions: { maxParamLength: 1_024 },
  }).withTypeProvider<TypeBoxTypeProvider>()
}

function decorateRequests(http: Http, page: (request: FastifyRequest) => Page): void {
  const noBody = Buffer.alloc(0)
  http.decorateRequest('principal', null)
  http.decorateRequest('idempotency', undefined)
  http.decorateRequest('rawBody', { getter: () => noBody, setter: keepRawBody } as never)
  http.decorateRequest('actor', {
    getter(this: FastifyRequest): Principal {
      assert(this.principal, `${this.routeOptions.url} reads the actor, but nobody signs in there`)
      const { localized, ofNamedCompany } = this.routeOptions.config
      const { companyId } = this.params as { companyId?: Id<'co'> }
      if (!localized && !ofNamedCompany) return this.principal
      return {
        ...this.principal,
        ...(localized && { language: this.locale }),
        ...(ofNamedCompany && companyId && { companyId }),
      }
    },
  })
  http.decorateRequest('page', {
    getter(this: FastifyRequest): Page {
      return page(this)
    },
  })
  http.decorateRequest('cursorScope', {
    getter(this: FastifyRequest): string {
      return cursorScopeOf(this)
    },
  })
}

function keepRawBody(this: FastifyRequest, bytes: Buffer): void {
  Object.defineProperty(this, 'rawBody', { value: bytes })
}

function addHeaders(http: Http, { allowedOrigins = [] }: HttpOptions): void {
  http.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply.raw)
    reply.header('cache-control', 'no-store')
    done()
  })
  if (allowedOrigins.length > 0) {
    http.register(cors, {
      origin: [...allowedOrigins],
      preflight: false,
      exposedHeaders: [
        'x-request-id',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'idempotent-replayed',
        'x-contract-status',
        'content-language',
        'etag',
        'updated-through',
      ],
    })
  }
}

function isHealth({ url }: FastifyRequest): boolean {
  return /^\/health(?:[/?]|$)/.test(url)
}

const successStatuses = new WeakMap<object, number>()

/** The status that `answers(View, { status: 201 })` declared, so that no handler repeats it. */
function successStatusOf(request: FastifyRequest): number {
  const response = request.routeOptions.schema?.response
  if (typeof response !== 'object' || response === null) return 200
  const known = successStatuses.get(response)
  if (known !== undefined) return known
  const declared = Object.keys(response).find((status) => /^2[0-9]{2}$/.test(status))
  const status = Number(declared ?? 200)
  successStatuses.set(response, status)
  return status
}
