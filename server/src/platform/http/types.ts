import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Principal, Scope } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Database } from '#platform/db'
import type { IdempotencyClaim } from '#platform/idempotency'
import type { Seal } from '#platform/seal'
import type { Log, Metrics } from '#platform/telemetry'
import type { Cursors } from './cursors.ts'
import type { LimiterStore } from './limiter-store.ts'
import type { Limits } from './limits.ts'
import type { DocumentOptions } from './openapi/document.ts'
import type { Page } from './page.ts'
import type { Tickets } from './tickets.ts'

/**
 * Who may call a route. `credential`: whoever has one, a person, a key or an app. A scope: keys and apps that hold it, and people whose role allows it. `person`,
 * `company_admin`, `operator`, `supplier_admin` (either of them; whose goods it is about, the use case asks): people
 * only, never a key. `metrics`, `health`: operators, or the token of that name.
 * `signed`: nobody signs in, the handler checks a signature over `request.rawBody`. `public`: anybody, and
 * credentials that are sent along are not looked at.
 */
export type Access =
  | 'public'
  | 'credential'
  | Scope
  | 'person'
  | 'company_admin'
  | 'operator'
  | 'supplier_admin'
  | 'metrics'
  | 'health'
  | 'signed'

export type RouteConfig = {
  /** Without it the route cannot be registered: forgetting is not possible, only deciding. */
  readonly access: Access
  /**
   * Both: the use case takes the key into its transaction with `claimKey`. `required` refuses a request without one.
   * Other POST routes honour a key too; for them it is held around the handler.
   */
  readonly idempotency?: 'required' | 'transactional'
  /**
   * The key is not looked for before the handler, and its use case writes it with the last statement of its transaction:
   * two round trips less. For a use case that has no effect outside its transaction until that has committed, and whose
   * repetition is refused early and cheaply by what the first request has changed.
   */
  readonly keyIsWrittenLast?: boolean
  /** `auth`: few requests per address, for sign-in and tokens. `none`: for probes. */
  readonly rateLimit?: 'auth' | 'none'
  /** People only: the session must have seen its person within the last five minutes. Keys and apps are not asked. */
  readonly stepUp?: boolean
  /** Also for somebody who has to get a second factor first, and may do nothing else. */
  readonly duringEnrolment?: boolean
  /** Also takes a ticket of this address, as `?ticket=`, in place of a credential in the headers. */
  readonly ticket?: boolean
  /** The media types of a file that is sent as the body and read as it arrives: see `streamBodies`. */
  readonly streamed?: Readonly<Record<string, { readonly example: string }>>
  /** The failure codes that a client of this route has to know, but for those that any route may answer. */
  readonly fails?: readonly string[]
}

export type RouteEntry = {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly operationId: string | undefined
}

/** What a credential may travel in. At most one is used: which is for `authenticate` to say. */
export type CredentialHeaders = {
  readonly authorization: string | undefined
  readonly 'x-api-key': string | undefined
  readonly cookie: string | undefined
}

export type Caller = { readonly address: string; readonly method: string }

/** Undefined: no credential, or none that is valid. Throws a Failure where there is more to say. */
export type Authenticate = (
  headers: CredentialHeaders,
  caller: Caller,
) => Promise<Principal | undefined>

export type Denial = {
  readonly principal: Principal
  readonly needs: string
  /** Method and address of the route, as they are declared. */
  readonly route: string
}

export type HttpOptions = DocumentOptions & {
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly authenticate: Authenticate
  /** Whether what a ticket was issued to still works. Where it is left out, nobody asks. */
  readonly stillStands?: ((holder: Principal) => Promise<boolean>) | undefined
  /** Told of who was refused for want of a right. It must not wait, nor throw. */
  readonly onDenied?: ((denial: Denial) => void) | undefined
  /** Signs cursors. The same on every process, or pages break off at the next request. */
  readonly cursorKey: Buffer
  /** Both are for Idempotency-Key; without them the header is checked but not kept. */
  readonly database?: Database | undefined
  readonly seal?: Seal | undefined
  /** While it gives a failure, that is the answer of every route but /health*. */
  readonly gate?: (() => Failure | undefined) | undefined
  readonly limits?: Partial<Limits> | undefined
  readonly limiterStore?: LimiterStore | undefined
  readonly healthToken?: string | undefined
  readonly metricsToken?: string | undefined
  /** The proxies in front of us, as addresses or CIDR ranges. Only what they say about a client is believed. */
  readonly trustedProxies?: readonly string[] | undefined
  readonly allowedOrigins?: readonly string[] | undefined
  readonly bodyLimitBytes?: number | undefined
  readonly requestTimeoutMs?: number | undefined
  readonly keepAliveTimeoutMs?: number | undefined
  /** How long closing waits for requests that are being served. */
  readonly drainMs?: number | undefined
  /**
   * For tests: an answer that does not fit its schema, or has a field more than it, becomes a 500, and so does a failure
   * that its route does not declare.
   */
  readonly validateAnswers?: boolean | undefined
}

export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What a module hands to the composition root: `await http.register(ordersRoutes(orders))`. */
export type Routes = (http: Http) => Promise<void>

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}

  interface FastifySchema {
    /** The use case. Becomes the operation id of the OpenAPI document. */
    operationId?: string
    summary?: string
    description?: string
    /** The first part of the path unless given. */
    tags?: readonly string[]
    /** Not in the OpenAPI document: pages for people. */
    hide?: boolean
  }

  interface FastifyInstance {
    readonly cursors: Cursors
    readonly tickets: Tickets
    /** Every route there is, for the tests that walk them. */
    readonly routeTable: readonly RouteEntry[]
    /** The OpenAPI document of the routes registered so far. */
    openapi(): Record<string, unknown>
  }

  interface FastifyRequest {
    /** Who asks. Reading it where nobody signs in is a bug, and throws. */
    readonly actor: Principal
    principal: Principal | null
    /** The body as it came, on `signed` routes only. */
    rawBody: Buffer
    /** On routes that say `idempotency`, when a key was sent. */
    idempotency: IdempotencyClaim | undefined
    readonly page: Page
    /** What a cursor of this request is bound to: operation, filters and company. */
    readonly cursorScope: string
  }
}
