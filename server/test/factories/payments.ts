import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@purveyor/sandbox'
import { freePort } from '#harness'
import { type Actor, scopesOfRoles } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { createIncidents, type Incidents } from '#modules/incidents'
import {
  createPayments,
  createSandboxProvider,
  createStripeProvider,
  type OpenPayment,
  type Payment,
  type PaymentProvider,
  type Payments,
  paymentList,
  paymentsRoutes,
  providerEventsPath,
} from '#modules/payments'
import type { Database } from '#platform/db'
import { buildHttp, type Http } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { createOutbound } from '#platform/net'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { createLog, createMetrics } from '#platform/telemetry'
import { closeAtEnd } from './close-at-end.ts'

export const eventSecret = 'the secret that payment events are signed with'
export const apiKey = 'the key of the payment tests'

const stripeKeys = {
  apiKey: 'sk_test_of_the_payment_tests',
  eventSecret: 'whsec_of_the_payment_tests',
}

/** Somebody of a company who may pay. Use one company per test: they share a database. */
export function aPayer(): Actor {
  const companyId = newId('co', new Date())
  return {
    kind: 'person',
    id: newId('usr', new Date()),
    companyId,
    roles: new Set(['buyer']),
    scopes: scopesOfRoles(['buyer']),
    authenticatedAt: new Date(),
  }
}

export function euros(amount: string): Money {
  return money(BigInt(Math.round(Number(amount) * 100)), 'EUR')
}

/** What `open` takes, for a card payment of 100.00 EUR unless said otherwise. */
export function aPaymentOrder(actor: Actor, wishes: Partial<OpenPayment> = {}): OpenPayment {
  const now = wishes.now ?? new Date()
  return {
    id: newId('pay', now),
    companyId: actor.companyId,
    payerId: actor.id,
    checkoutId: null,
    method: 'card',
    amount: euros('100.00'),
    now,
    ...wishes,
  }
}

export async function aPayment(
  { database, payments }: Pick<PaymentsWorld, 'database' | 'payments'>,
  actor: Actor,
  wishes: Partial<OpenPayment> = {},
): Promise<Payment> {
  return database.transaction((tx) => payments.open(tx, aPaymentOrder(actor, wishes)))
}

/** Handed over and paid on the hosted page; returned once the provider's event has been applied. */
export async function aPaidPayment(
  world: PaymentsWorld,
  actor: Actor,
  wishes: Partial<OpenPayment> = {},
): Promise<Payment> {
  const { companyId, id } = await aPayment(world, actor, wishes)
  await world.press(await world.payments.handOver(companyId, id), 'pay')
  return world.payments.refresh(companyId, id)
}

export async function aCreditAccount(
  { database, payments }: Pick<PaymentsWorld, 'database' | 'payments'>,
  companyId: Id<'co'>,
  wishes: { readonly limit?: Money; readonly netDays?: number } = {},
): Promise<void> {
  const { limit = euros('1000.00'), netDays = 30 } = wishes
  const terms = { companyId, limit, netDays }
  await database.transaction((tx) => payments.putCreditAccount(tx, terms, new Date()))
}

export type PaymentsWorld = {
  readonly database: Database
  readonly payments: Payments
  readonly incidents: Incidents
  readonly provider: PaymentProvider
  readonly sandbox: Sandbox
  /** The routes, for `inject`: whoever is named in `x-api-key` calls. */
  readonly http: Http
  /** From now on this actor may call, by its id. */
  admit(actor: Actor): Readonly<Record<string, string>>
  /** Presses a button of the hosted page. */
  press(payment: Payment, choice: 'pay' | 'decline'): Promise<Response>
  /** Orders a bad day from the sandbox. */
  misbehave(order: Readonly<Record<string, string | number>>): Promise<void>
  behave(): Promise<void>
  /** What the sandbox has of a payment: every intent and refund it ever made for it. */
  atProvider(payment: Payment): Promise<ProviderView>
  /** Somebody refunds it at the provider, past us and without a word to us. */
  refundByHand(payment: Payment, amount: string): Promise<Response>
  close(): Promise<void>
}

export type ProviderView = {
  readonly intents: readonly { state: string; captured: string; refunded: string }[]
  readonly refunds: readonly { amount: string; merchantReference: string }[]
}

type WorldOptions = {
  readonly now?: () => Date
  readonly timeoutMs?: number
  /** Who takes card payments. */
  readonly speaks?: 'sandbox' | 'stripe'
}

/** Payments that the end of the test file closes. */
export async function usePaymentsWorld(
  database: Database,
  options: WorldOptions = {},
): Promise<PaymentsWorld> {
  return closeAtEnd(await aPaymentsWorld(database, options))
}

/** The service on a real database, with the real sandbox as its provider and real HTTP between the two. */
export async function aPaymentsWorld(
  database: Database,
  options: WorldOptions = {},
): Promise<PaymentsWorld> {
  const now = options.now ?? (() => new Date())
  const log = createLog({ level: 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'))
  const port = await freePort()
  const outbound = createOutbound({ allowPrivate: true, userAgent: 'tests' })
  const patience = createPatience(options.timeoutMs)
  const reached = { outbound, baseUrl: `http://127.0.0.1:${port}` }
  const provider =
    options.speaks === 'stripe'
      ? createStripeProvider({
          ...reached,
          ...stripeKeys,
          returnUrl: 'https://shop.example/',
          now,
          timeoutMs: options.timeoutMs ?? patientMs,
        })
      : createSandboxProvider({
          ...reached,
          apiKey,
          eventSecret,
          get timeoutMs() {
            return patience.forNextCall()
          },
        })
  const incidents = createIncidents({ database, now })
  const payments = createPayments({ database, providers: [provider], now, log, incidents })
  const callers = new Map<string, Actor>()
  const http = buildHttp({
    log,
    metrics: createMetrics(),
    now,
    version: 'test',
    authenticate: async (headers) => callers.get(headers['x-api-key'] ?? ''),
    cursorKey: randomBytes(32),
    database,
    seal: createSeal(sealKeysFrom({ fallbackSecret: 'the secret of the payment tests' })),
    validateAnswers: true,
  })
  await http.register(paymentsRoutes(payments))
  await http.register(listRoutes(database, paymentList({ payments, database, now })))
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  const sandbox = await startSandbox({
    port,
    dataDir,
    paymentsApiKey: apiKey,
    paymentsEventSecret: eventSecret,
    paymentsEventsUrl: `${address}${providerEventsPath('sandbox')}`,
    stripe: { ...stripeKeys, eventsUrl: `${address}${providerEventsPath('stripe')}` },
    now,
    log,
    eventRetryDelaysMs: [20, 50, 100, 200, 500],
  })
  return {
    database,
    payments,
    incidents,
    provider,
    sandbox,
    http,
    admit: (actor) => {
      callers.set(actor.id, actor)
      return { 'x-api-key': actor.id }
    },
    ...providerDesk(sandbox, patience),
    ...(options.speaks === 'stripe' ? atStripe(sandbox) : {}),
    close: async () => {
      await sandbox.close()
      await http.close()
      await outbound.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

const patientMs = 10_000
const impatientMs = 500

type Patience = ReturnType<typeof createPatience>

/**
 * A busy machine may take a second for what usually takes a millisecond, so a call waits long, unless it is one that a test
 * has ordered to have no answer.
 */
function createPatience(always: number | undefined) {
  let unanswered = 0
  return {
    forNextCall: () => {
      if (always !== undefined || unanswered === 0) return always ?? patientMs
      unanswered -= 1
      return impatientMs
    },
    expectNoAnswer: (calls: number) => {
      unanswered = calls
    },
  }
}

/** What people and tests do at the provider's side. */
function providerDesk({ url }: Sandbox, patience: Patience) {
  const faults = `${url}/payments/test/faults`
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).json()
  return {
    press: ({ redirectUrl = '' }: Payment, choice: 'pay' | 'decline') =>
      fetch(redirectUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ choice }),
      }),
    misbehave: async (order: Readonly<Record<string, string | number>>) => {
      const headers = { 'content-type': 'application/json' }
      if (Object.values(order).some((fault) => String(fault).startsWith('timeout'))) {
        patience.expectNoAnswer(Number(order.times ?? 1))
      }
      await fetch(faults, { method: 'POST', headers, body: JSON.stringify(order) })
    },
    behave: async () => {
      patience.expectNoAnswer(0)
      await fetch(faults, { method: 'DELETE' })
    },
    refundByHand: ({ providerReference }: Payment, amount: string) =>
      fetch(`${url}/payments/v1/intents/${providerReference}/refunds`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ amount }),
      }),
    atProvider: async ({ id }: Payment): Promise<ProviderView> => {
      const path = `/payments/v1/intents?merchantReference=${id}`
      const { items } = (await read(path)) as { items: ProviderIntentView[] }
      const lists = await Promise.all(
        items.map((intent) => read(`/payments/v1/intents/${intent.id}/refunds`)),
      )
      const refunds = lists.flatMap((one) => (one as { items: ProviderView['refunds'] }).items)
      return { intents: items, refunds }
    },
  }
}

type ProviderIntentView = ProviderView['intents'][number] & { readonly id: string }

/** The same at the provider that speaks Stripe's format, in that format. */
function atStripe({ url }: Sandbox): Pick<PaymentsWorld, 'refundByHand' | 'atProvider'> {
  const headers = { authorization: `Bearer ${stripeKeys.apiKey}` }
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers })).json()
  const intentOf = (reference = '') => reference.replace('cs_test_', 'pi_')
  return {
    refundByHand: ({ providerReference }, amount) =>
      fetch(`${url}/v1/refunds`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({
          payment_intent: intentOf(providerReference),
          amount: String(Math.round(Number(amount) * 100)),
        }),
      }),
    atProvider: async ({ id }) => {
      const { data } = (await read('/v1/checkout/sessions?limit=1000')) as { data: StripeSession[] }
      const sessions = data.filter(({ metadata }) => metadata.payment_id === id)
      const lists = await Promise.all(
        sessions.map((one) => read(`/v1/refunds?payment_intent=${intentOf(one.id)}`)),
      )
      const refunds = lists.flatMap((list) => (list as { data: StripeRefund[] }).data)
      return {
        intents: sessions.map(({ status, payment_intent: intent }) => ({
          state: intent?.status ?? status,
          captured: String(intent?.amount_received ?? 0),
          refunded: String(intent?.latest_charge.amount_refunded ?? 0),
        })),
        refunds: refunds.map(({ amount, metadata }) => ({
          amount: String(amount),
          merchantReference: metadata.refund_id ?? '',
        })),
      }
    },
  }
}

type StripeSession = {
  readonly id: string
  readonly status: string
  readonly metadata: Readonly<Record<string, string>>
  readonly payment_intent: {
    readonly status: string
    readonly amount_received: number
    readonly latest_charge: { readonly amount_refunded: number }
  } | null
}
type StripeRefund = {
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
}
