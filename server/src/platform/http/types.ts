import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Principal } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Locale } from '#kernel/locale'
import type { Database } from '#platform/db'
import type { IdempotencyClaim } from '#platform/idempotency'
import type { Seal } from '#platform/seal'
import type { Log, Metrics } from '#platform/telemetry'
import type { Cursors } from './answering/cursors.ts'
import type { Page } from './answering/page.ts'
import type { Access } from './guarding/accesses.ts'
import type { Downloads } from './guarding/downloads.ts'
import type { LimiterStore } from './guarding/limiter-store.ts'
import type { Limits } from './guarding/limits.ts'
import type { Tickets } from './guarding/tickets.ts'
import type { DocumentOptions } from './openapi/document-options.ts'

export type RouteConfig = {
  /** A route without it cannot be registered, so nobody can forget to decide. */
  readonly access: Access
  /**
   * For both values the use case claims the key in its transaction with `claimKey`. `required` refuses a request without a key.
   * Other POST routes accept a key too: for them the key is held while the handler runs. `none`: a key is ignored, and no answer is
   * stored.
   */
  readonly idempotency?: 'required' | 'transactional' | 'none'
  /**
   * The key is not looked up before the handler, and the use case writes it with the last statement of its transaction. That saves
   * two round trips. Use it if the use case has no effect outside its transaction before the commit, and if what the first request
   * changed makes a repetition fail early and cheaply.
   */
  readonly keyIsWrittenLast?: boolean
  /** `auth`: few requests per address, for sign-in and tokens. `none`: for probes, and for what costs less than the count. */
  readonly rateLimit?: 'auth' | 'none'
  /** The person must have proved their identity within the last five minutes. Keys and apps are exempt. */
  readonly stepUp?: boolean
  /** Also allowed for a person who must first set up a second factor and may do nothing else. */
  readonly duringEnrolment?: boolean
  /** Also accepts a ticket for this address, as `?ticket=`, in place of a credential in the headers. */
  readonly ticket?: boolean
  /** Also for companions of this service, which act for a person with a token of two minutes. */
  readonly companions?: boolean
  /** The media types of a file that is sent as the body and read as it arrives: see `streamBodies`. */
  readonly streamed?: Readonly<Record<string, { readonly example: string }>>
  /**
   * Writes the body of every refusal of this route, in place of the envelope, for a format that others have defined. `sentence` is
   * the message in the language of the client, `docs` the address of the code in the documentation.
   */
  readonly refusalText?: (
    failure: Failure,
    requestId: string,
    sentence: string,
    docs: string,
  ) => string
  /**
   * The answer has texts in the language of the request. So it has `Content-Language`, and `Vary` if the header took part; and the
   * actor has the language.
   */
  readonly localized?: true
  /**
   * `true`: a document or file without secrets, or without text that others chose, which is compressed. `false`: a list that is not.
   * Default: see `compressAnswers`.
   */
  readonly compressed?: boolean
  /** Operators call the same route for any company: `routeForOperators` registers it below /admin/companies. */
  readonly operatorsToo?: true
  /** Open to people whose role for a unit has the scope, too. What they reach belongs to their units, or is their own. */
  readonly unitsToo?: true
  /** The path names the company for which the caller, an operator, acts. */
  readonly ofNamedCompany?: true
  /** The answer has an `ETag`: see `tagAnswers`, which decides it. */
  readonly isTagged?: boolean
  /** What the pages of operators know of the list that this route answers: see `#platform/lists`. */
  readonly list?: ListFacts
  /** Refuses a caller who lacks the access with a failure that says what to do. Undefined: `identity.access_denied`. */
  readonly deniedWith?: (principal: Principal) => Failure | undefined
  /** The failure codes that a client of this route has to know, except those that any route may answer. */
  readonly fails?: readonly string[]
}

export type ListFacts = {
  readonly columns: readonly { readonly path: string; readonly kind: string }[]
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  /** The name under which `data` has the items. Absent: `data` is the list of the items. */
  readonly within?: string
  /** The list is also a file, at its address with `.csv`. */
  readonly isFile?: boolean
}

export type RouteEntry = {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly operationId: string | undefined
}

/** Where a request may carry a credential. `authenticate` checks that it has at most one. */
export type CredentialHeaders = {
  readonly authorization: string | undefined
  readonly 'x-api-key': string | undefined
  readonly cookie: string | undefined
}

export type Caller = { readonly address: string; readonly method: string }

/** Returns undefined without a valid credential. Throws a Failure where there is more to explain. */
export type Authenticate = (
  headers: CredentialHeaders,
  caller: Caller,
) => Promise<Principal | undefined>

export type Denial = {
  readonly principal: Principal
  readonly needs: string
  /** The method and path of the route, as declared. */
  readonly route: string
}

export type HttpOptions = DocumentOptions & {
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly authenticate: Authenticate
  /** Whether the credential behind a ticket is still valid. If it is left out, tickets are not checked for that. */
  readonly stillStands?: ((holder: Principal) => Promise<boolean>) | undefined
  /** Throws a failure if there is no company with this id. */
  readonly requireCompany?: ((companyId: string) => Promise<void>) | undefined
  /** Called when a caller was refused for lack of a right. It must neither wait nor throw. */
  readonly onDenied?: ((denial: Denial) => void) | undefined
  /** Signs cursors. Every process needs the same secret. Otherwise the next page of a list fails on another process. */
  readonly cursorKey: Buffer
  /** Both are for Idempotency-Key. Without them the header is checked but no answer is kept. */
  readonly database?: Database | undefined
  readonly seal?: Seal | undefined
  /** While it returns a failure, every route except /health* answers with it. */
  readonly gate?: (() => Failure | undefined) | undefined
  /** The languages that answers may have. Default: all of the service. */
  readonly supportedLocales?: (() => readonly Locale[]) | undefined
  readonly limits?: Partial<Limits> | undefined
  readonly limiterStore?: LimiterStore | undefined
  readonly healthToken?: string | undefined
  readonly metricsToken?: string | undefined
  /** The proxies in front of this service, as addresses or CIDR ranges. Client addresses are trusted only from them. */
  readonly trustedProxies?: readonly string[] | undefined
  readonly allowedOrigins?: readonly string[] | undefined
  readonly bodyLimitBytes?: number | undefined
  readonly requestTimeoutMs?: number | undefined
  readonly keepAliveTimeoutMs?: number | undefined
  /** How long closing waits for requests that are being served. */
  readonly drainMs?: number | undefined
  /**
   * For tests: an answer that does not fit its schema or has an extra field becomes a 500, and so does a failure that its route
   * does not declare.
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

/** The routes of a module, for the composition root: `await http.register(ordersRoutes(orders))`. */
export type Routes = (http: Http) => Promise<void>

/** Answers a request that matches no route with a page for people. Undefined: the request is not for this page. */
export type NotFoundPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}

  interface FastifySchema {
    /** The name of the use case. It becomes the operation id of the OpenAPI document. */
    operationId?: string
    summary?: string
    description?: string
    /** The default is the first part of the path. */
    tags?: readonly string[]
    /** A page for people: it is not in the OpenAPI document. */
    hide?: boolean
  }

  interface FastifyInstance {
    readonly cursors: Cursors
    readonly tickets: Tickets
    readonly downloads: Downloads
    readonly supportedLocales: () => readonly Locale[]
    /** All routes, for the tests that walk through them. */
    readonly routeTable: readonly RouteEntry[]
    readonly notFoundPages: NotFoundPage[]
    /** The address at which the documentation explains a failure code. */
    readonly failureDocs: (code: string) => string
    /** The OpenAPI document of the routes registered so far. */
    openapi(): Record<string, unknown>
  }

  interface FastifyRequest {
    /** The caller. Reading it on a route without a sign-in is a bug, and throws. */
    readonly actor: Principal
    principal: Principal | null
    /** The body as bytes, on `signed` routes only. */
    rawBody: Buffer
    /** The claim of a key, on routes with `idempotency`, if the request has a key. */
    idempotency: IdempotencyClaim | undefined
    readonly page: Page
    /** The language of the answer: see `resolveLocale`. */
    readonly locale: Locale
    /** The language of the service that `?locale=` names. Undefined: none, or a language that the service does not have. */
    readonly namedLocale: Locale | undefined
    /** The tag of `?locale=`, once it was checked. */
    requestedLocale: string | undefined
    /** The scope that binds a cursor of this request: operation, filters and company. */
    readonly cursorScope: string
  }
}
