import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import type { Client, Reply } from '../journeys/client.ts'
import { buyByCard, fillCart } from '../journeys/purchase.ts'
import type { CompanyOfWorld, World } from '../journeys/world.ts'

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

type Raw = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
}

/** To the letter: a browser's client would tidy the path, join headers and mend what is malformed. */
export function sendRaw(baseUrl: string, path: string, raw: Raw = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const { method = 'GET', headers = {}, body } = raw
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        } as Record<string, string>,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What an answer says, without what differs from one request to the next. */
export function wordsOf({ status, body }: Reply): unknown {
  const { code, details } = body.meta
  return { status, code, fields: Object.keys(details ?? {}), error: body.error }
}

export type Purchase = {
  readonly productId: string
  readonly checkoutId: string
  readonly orderId: string
  readonly paymentId: string
}

/** Something to attack: an order that is placed and paid. */
export async function aPurchase(
  world: World,
  { buyer }: Pick<CompanyOfWorld, 'buyer'>,
  unitPrice = '10.00',
): Promise<Purchase> {
  const { id } = await aProduct(world.parts.platform.database, { unitPrice, onHand: 100 })
  const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
  const ended = await buyByCard(buyer, version)
  if (!ended.orderId) throw new Error(`the purchase ended as ${ended.state}`)
  const paymentId = ended.payment.id as string
  return { productId: id, checkoutId: ended.id, orderId: ended.orderId, paymentId }
}

/** All of a company's rows in the tables that hold its business, as text: what an attack must not change. */
export async function rowsOf({ parts }: World, companyId: string): Promise<string> {
  const { database } = parts.platform
  const tables = [
    'orders.orders',
    'payments.payments',
    'payments.refunds',
    'checkout.attempts',
    'cart.items',
    'webhooks.endpoints',
    'identity.memberships',
    'identity.oauth_apps',
    'identity.invitations',
  ]
  const texts: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where company_id = ${companyId} order by 1
    `.execute(database.pool)
    texts.push(`${table}: ${JSON.stringify(rows)}`)
  }
  return texts.join('\n')
}

/** All of them at once. */
export function times<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_unused, at) => work(at)))
}

export const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort()

export async function aWebhook(client: Client): Promise<{ id: string; secret: string }> {
  const { body } = await client.post('/api/v1/webhooks', {
    name: 'ERP',
    url: 'http://127.0.0.1:9/hook',
    events: ['*'],
  })
  return { id: body.data.id, secret: body.data.secret }
}

/** Waits for what happens in the background, and returns it. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > deadline) throw new Error('it did not happen in 10 seconds')
    await wait(25)
  }
}
