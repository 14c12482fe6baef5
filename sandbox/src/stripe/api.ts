import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxHttp } from '../http.ts'
import { runWithFaults } from '../payments/api.ts'
import type { Book } from '../payments/book.ts'
import type { Faults } from '../payments/faults.ts'
import type { Intent } from '../payments/intent.ts'
import {
  cancelIntent,
  captureIntent,
  createIntent,
  expireIntent,
  getIntent,
  Refused,
  refundIntent,
} from '../payments/operations.ts'
import { bookId, sessionId } from './names.ts'
import { decimalAmount, disputeView, paymentIntentView, refundView, sessionView } from './views.ts'

type Options = {
  readonly book: Book
  readonly faults: Faults
  readonly apiKey: string
  readonly now: () => Date
  readonly publicUrl: () => string
}

/** Form fields as they arrive: `line_items[0][price_data][currency]` is one name. */
type Form = Readonly<Record<string, string | undefined>>

/** The part of Stripe's interface that we use, in its wire format: forms in, JSON out, Stripe's text for every error. */
export function stripeApi(options: Options) {
  return async (http: SandboxHttp): Promise<void> => {
    http.addHook('onRequest', async (request) => {
      const digest = (text: string) => createHash('sha256').update(text).digest()
      const given = digest(request.headers.authorization ?? '')
      if (!timingSafeEqual(given, digest(`Bearer ${options.apiKey}`))) {
        throw new Refused(401, 'invalid_api_key', 'Invalid API Key provided.')
      }
    })
    http.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return reply.code(statusOf(error)).send({ error: wireError(error) })
    })
    sessionRoutes(http, options)
    intentRoutes(http, options)
    refundRoutes(http, options)
    disputeRoutes(http, options)
  }
}

function sessionRoutes(http: SandboxHttp, options: Options): void {
  const { book, now } = options
  const run = runWithFaults(options.faults)
  const view = (intent: Intent) => sessionView(intent, options.publicUrl())

  http.post('/v1/checkout/sessions', (request, reply) => {
    const form = request.body as Form
    const paymentId = form['metadata[payment_id]'] ?? ''
    return run('createIntent', paymentId, reply, async () =>
      view(await createIntent(book, keyOf(request), intentRequest(form, now()), now())),
    )
  })
  http.get('/v1/checkout/sessions', async ({ query }) => listIntents(book, query as Form, view))
  http.get('/v1/checkout/sessions/:id', async (request, reply) => {
    await book.expireDue()
    const intent = intentAt(book, request)
    return run('getIntent', intent.merchantReference, reply, async () => view(intent))
  })
  http.post('/v1/checkout/sessions/:id/expire', async (request, reply) => {
    const intent = intentAt(book, request)
    return run('cancel', intent.merchantReference, reply, async () =>
      view(await expireIntent(book, intent.id)),
    )
  })
}

function intentRoutes(http: SandboxHttp, { book, faults }: Options): void {
  const run = runWithFaults(faults)
  const end = (
    what: 'cancel' | 'capture',
    request: FastifyRequest,
    reply: FastifyReply,
    work: (intent: Intent) => Promise<Intent>,
  ) => {
    const intent = intentAt(book, request)
    return run(what, intent.merchantReference, reply, async () =>
      paymentIntentView(await work(intent)),
    )
  }
  http.get('/v1/payment_intents/:id', async (request) => paymentIntentView(intentAt(book, request)))
  http.post('/v1/payment_intents/:id/capture', (request, reply) =>
    end('capture', request, reply, (intent) => {
      const amount = Number((request.body as Form | undefined)?.amount_to_capture)
      const key = `capture.${keyOf(request)}`
      return captureIntent(book, intent.id, key, decimalAmount(amount, intent.currency))
    }),
  )
  http.post('/v1/payment_intents/:id/cancel', (request, reply) =>
    end('cancel', request, reply, ({ id }) => cancelIntent(book, id)),
  )
}

function refundRoutes(http: SandboxHttp, { book, faults, now }: Options): void {
  const run = runWithFaults(faults)
  http.post('/v1/refunds', (request, reply) => {
    const form = request.body as Form
    const intent = getIntent(book, bookId(form.payment_intent ?? ''))
    const { currency, merchantReference } = intent
    return run('refund', merchantReference, reply, async () => {
      const body = {
        amount: decimalAmount(Number(form.amount), currency),
        merchantReference: form['metadata[refund_id]'] ?? '',
      }
      return refundView(await refundIntent(book, intent.id, keyOf(request), body, now()))
    })
  })
  http.get('/v1/refunds', async ({ query }) => {
    const { payment_intent: of = '' } = query as Form
    const refunds = book.refundsOf(bookId(of)).map(refundView).reverse()
    return { object: 'list', url: '/v1/refunds', has_more: false, data: refunds }
  })
}

function disputeRoutes(http: SandboxHttp, { book, faults }: Options): void {
  const run = runWithFaults(faults)
  const disputed = () => book.intents().filter(({ dispute }) => dispute !== undefined)
  http.get('/v1/disputes/:id', async ({ params }, reply) => {
    const { id } = params as { readonly id: string }
    const intent = disputed().find(({ dispute }) => dispute?.id === id)
    if (!intent) throw new Refused(404, 'resource_missing', 'There is no such dispute.')
    return run('getIntent', intent.merchantReference, reply, async () => disputeView(intent))
  })
  http.get('/v1/disputes', async ({ query }) => {
    const { payment_intent: of = '' } = query as Form
    const data = disputed().filter(({ id }) => id === bookId(of))
    return { object: 'list', url: '/v1/disputes', has_more: false, data: data.map(disputeView) }
  })
}

/** How long a session may live, in seconds (docs.stripe.com/api/checkout/sessions/create, `expires_at`). */
const sessionLife = { min: 30 * 60, max: 24 * 60 * 60 }

function intentRequest(form: Form, now: Date) {
  // Stripe offers every payment method that an account has enabled, and some take days. Here payers only have cards.
  if (form['allowed_payment_method_types[0]'] !== 'card') {
    throw new Refused(400, 'allowed_payment_method_types', 'Allow payment by card.')
  }
  const life = Number(form.expires_at) - now.getTime() / 1_000
  if (!(life >= sessionLife.min && life <= sessionLife.max)) {
    throw new Refused(400, 'expires_at', 'A session lives between 30 minutes and 24 hours.')
  }
  const currency = (form['line_items[0][price_data][currency]'] ?? '').toUpperCase()
  const amount = Number(form['line_items[0][price_data][unit_amount]'])
  const returnUrl = form.success_url
  return {
    merchantReference: form['metadata[payment_id]'] ?? '',
    merchantName: 'Purveyor',
    amount: decimalAmount(amount, currency),
    currency,
    captureMethod:
      form['payment_intent_data[capture_method]'] === 'manual'
        ? ('manual' as const)
        : ('automatic' as const),
    ...(returnUrl ? { returnUrl } : {}),
    expiresAt: new Date(Number(form.expires_at) * 1_000).toISOString(),
  }
}

/** Newest first, like every list of Stripe. */
function listIntents(book: Book, query: Form, view: (intent: Intent) => unknown) {
  const limit = Number(query.limit ?? 10)
  const seconds = (instant: string) => Math.floor(new Date(instant).getTime() / 1_000)
  const all = book
    .intents()
    .filter(
      ({ createdAt }) =>
        seconds(createdAt) >= Number(query['created[gte]'] ?? 0) &&
        seconds(createdAt) < Number(query['created[lt]'] ?? Number.MAX_SAFE_INTEGER),
    )
    .reverse()
  const start = all.findIndex(({ id }) => sessionId(id) === query.starting_after) + 1
  const page = all.slice(start, start + limit)
  return {
    object: 'list',
    url: '/v1/checkout/sessions',
    has_more: all.length > start + limit,
    data: page.map(view),
  }
}

function intentAt(book: Book, { params }: FastifyRequest): Intent {
  return getIntent(book, bookId((params as { readonly id: string }).id))
}

/** Stripe generates a key when the client sends none. A repeat is then a second request. */
function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : `none.${randomUUID()}`
}

function statusOf({ status }: Refused): number {
  return status === 409 || status === 422 ? 400 : status
}

const wireCodes: Readonly<Record<string, string>> = {
  intent_not_cancellable: 'payment_intent_unexpected_state',
  intent_not_capturable: 'payment_intent_unexpected_state',
  intent_not_refundable: 'charge_not_refundable',
  intent_not_found: 'resource_missing',
  refused_by_bank: 'card_declined',
}

function wireError({ status, code, message }: Refused) {
  if (code === 'idempotency_key_reused') return { type: 'idempotency_error', message }
  if (status >= 500) return { type: 'api_error', message }
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  return { type, code: wireCodes[code] ?? code, message }
}
