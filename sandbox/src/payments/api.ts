import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { SandboxHttp } from '../http.ts'
import type { Book } from './book.ts'
import type { Faults, Operation } from './faults.ts'
import type { Intent } from './intent.ts'
import {
  cancelIntent,
  captureIntent,
  createIntent,
  getIntent,
  Refused,
  refundIntent,
} from './operations.ts'

type Options = {
  readonly book: Book
  readonly faults: Faults
  readonly apiKey: string
  readonly now: () => Date
  /** The address at which people reach the hosted pages. */
  readonly publicUrl: () => string
}

const Amount = Type.String({ pattern: '^[0-9]{1,15}([.][0-9]{1,4})?$' })
const Instant = Type.String({ minLength: 20, maxLength: 40 })
const Name = Type.String({ minLength: 1, maxLength: 200 })

const IntentBody = Type.Object(
  {
    merchantReference: Name,
    merchantName: Type.Optional(Name),
    description: Type.Optional(Name),
    amount: Amount,
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    captureMethod: Type.Optional(Type.Union([Type.Literal('automatic'), Type.Literal('manual')])),
    returnUrl: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 2_000 })),
    expiresAt: Instant,
  },
  { additionalProperties: false },
)
const CaptureBody = Type.Object({ amount: Type.Optional(Amount) }, { additionalProperties: false })
const RefundBody = Type.Object(
  { amount: Amount, merchantReference: Type.Optional(Name) },
  { additionalProperties: false },
)
const Params = Type.Object({ id: Type.String({ maxLength: 60 }) })
const ListQuery = Type.Object({
  merchantReference: Type.Optional(Name),
  createdAfter: Type.Optional(Instant),
  createdBefore: Type.Optional(Instant),
  after: Type.Optional(Type.String({ maxLength: 100 })),
})

const pageMax = 100

/** The interface of the provider, for merchants with a key. */
export function paymentsApi(options: Options) {
  return async (http: SandboxHttp): Promise<void> => {
    const { book, now } = options
    const view = (intent: Intent) => ({
      ...intent,
      hostedUrl: `${options.publicUrl()}/payments/pay/${intent.id}`,
    })
    const run = runWithFaults(options.faults)

    http.addHook('onRequest', async (request) => {
      if (!isBearer(request.headers.authorization, options.apiKey)) {
        throw new Refused(401, 'key_invalid', 'The key is missing or wrong.')
      }
    })
    http.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      const { status, code, message, intent } = error
      const shown = intent ? { intent: view(intent) } : {}
      return reply.code(status).send({ error: { code, message }, ...shown })
    })

    http.post('/payments/v1/intents', { schema: { body: IntentBody } }, (request, reply) => {
      const { body } = request
      return run('createIntent', body.merchantReference, reply.code(201), async () =>
        view(await createIntent(book, keyOf(request), body, now())),
      )
    })
    http.get('/payments/v1/intents', { schema: { querystring: ListQuery } }, async ({ query }) => {
      const { items, next } = pageOfIntents(book, query)
      return { items: items.map(view), ...(next ? { next } : {}) }
    })
    http.get('/payments/v1/intents/:id', { schema: { params: Params } }, async (request, reply) => {
      await book.expireDue()
      const intent = getIntent(book, request.params.id)
      return run('getIntent', intent.merchantReference, reply, async () => view(intent))
    })
    movingRoutes(http, options, view, run)
  }
}

/** The routes that end an intent or move its money. */
function movingRoutes(
  http: SandboxHttp,
  { book, now }: Options,
  view: (intent: Intent) => unknown,
  run: RunWithFaults,
): void {
  http.post(
    '/payments/v1/intents/:id/cancel',
    { schema: { params: Params } },
    async (request, reply) => {
      await book.expireDue()
      const { id, merchantReference } = getIntent(book, request.params.id)
      return run('cancel', merchantReference, reply, async () => view(await cancelIntent(book, id)))
    },
  )
  http.post(
    '/payments/v1/intents/:id/capture',
    { schema: { params: Params, body: CaptureBody } },
    (request, reply) => {
      const { id, merchantReference } = getIntent(book, request.params.id)
      return run('capture', merchantReference, reply, async () =>
        view(await captureIntent(book, id, keyOf(request), request.body.amount)),
      )
    },
  )
  http.post(
    '/payments/v1/intents/:id/refunds',
    { schema: { params: Params, body: RefundBody } },
    (request, reply) => {
      const { id, merchantReference } = getIntent(book, request.params.id)
      return run('refund', merchantReference, reply.code(201), () =>
        refundIntent(book, id, keyOf(request), request.body, now()),
      )
    },
  )
  http.get('/payments/v1/intents/:id/refunds', { schema: { params: Params } }, async (request) => ({
    items: book.refundsOf(getIntent(book, request.params.id).id),
  }))
}

type ListQuery = {
  readonly merchantReference?: string
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly after?: string
}

/** Oldest first, so that a page does not change while a client reads it. */
function pageOfIntents(book: Book, query: ListQuery) {
  const place = ({ createdAt, id }: Intent) => `${createdAt} ${id}`
  const rest = book
    .intents()
    .filter(
      (intent) =>
        (!query.merchantReference || intent.merchantReference === query.merchantReference) &&
        (!query.createdAfter || intent.createdAt >= query.createdAfter) &&
        (!query.createdBefore || intent.createdAt < query.createdBefore) &&
        (!query.after || place(intent) > query.after),
    )
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
  const items = rest.slice(0, pageMax)
  const last = items.at(-1)
  return { items, next: rest.length > pageMax && last ? place(last) : undefined }
}

type RunWithFaults = ReturnType<typeof runWithFaults>

/** Runs the work, or applies an ordered fault: before the work, or after it as if it had not happened. */
export function runWithFaults(faults: Faults) {
  return async (
    operation: Operation,
    merchantReference: string,
    reply: FastifyReply,
    work: () => Promise<unknown>,
  ): Promise<unknown> => {
    const fault = faults.ofCall(operation, merchantReference)
    if (!fault) return work()
    if (fault === 'refuse') throw new Refused(402, 'refused_by_bank', 'The bank refuses this.')
    if (fault.endsWith('_after')) await work()
    if (fault.startsWith('error')) throw new Refused(500, 'internal', 'An internal error occurred.')
    return reply.hijack()
  }
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw new Refused(400, 'idempotency_key_required', 'An Idempotency-Key is required.')
  }
  return key
}

function isBearer(header: string | undefined, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${key}`))
}
