import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  type Checkout,
  createClient,
  type FailureCode,
  type PlaceOrder,
  PurveyorError,
  type WebhookEvent,
} from '../src/index.ts'
import { resources } from '../src/resources.generated.ts'

const shipTo = {
  name: 'Goods in',
  line1: 'Hauptstr. 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
}

describe('a resource method', () => {
  it('sends the body of its operation, and the types know body and answer', async () => {
    const { purveyor, requests } = answering({
      data: { checkout: { id: 'chk_1', orderId: 'ord_1' } },
    })
    const order: PlaceOrder = {
      lines: [{ productId: 'prd_1', quantity: 2 }],
      shipTo,
      payment: { method: 'invoice' },
    }

    const { data } = await purveyor.orders.place(order, { idempotencyKey: 'purchase-1' })
    const checkout: Pick<Checkout, 'orderId'> = data.checkout

    expect(checkout.orderId).toBe('ord_1')
    expect(requests[0]?.method).toBe('POST')
    expect(requests[0]?.url).toBe('https://purveyor.example.com/api/v1/orders')
    expect(requests[0]?.headers.get('idempotency-key')).toBe('purchase-1')
    expect(await requests[0]?.json()).toEqual(order)
  })

  it('takes the ids of the path first, then the query', async () => {
    const { purveyor, requests } = answering({ data: {} }, { data: [] }, { data: {} })

    await purveyor.orders.get('ord/1', { locale: 'de' })
    await purveyor.products.search({ q: 'hex bolt', brand: ['Acme', 'Other'] })
    await purveyor.orders.acceptReturn(
      'ord_1',
      'ret_1',
      { restock: true },
      { query: { locale: 'fr' } },
    )

    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'GET /api/v1/orders/ord%2F1',
      'GET /api/v1/products',
      'POST /api/v1/orders/ord_1/returns/ret_1/accept',
    ])
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?locale=de',
      '?q=hex%20bolt&brand=Acme&brand=Other',
      '?locale=fr',
    ])
  })

  it('goes through a list page by page', async () => {
    const { purveyor, requests } = answering(
      { data: [{ id: 'ord_2' }], meta: { nextCursor: 'next', limit: 1 } },
      { data: [{ id: 'ord_1' }], meta: { limit: 1 } },
    )

    const ids: string[] = []
    for await (const order of purveyor.orders.each({ state: 'PLACED', limit: 1 }))
      ids.push(order.id)

    expect(ids).toEqual(['ord_2', 'ord_1'])
    expect(new URL(requests[1]?.url ?? '').searchParams.get('cursor')).toBe('next')
  })

  it('exists for each operation that a program calls', () => {
    const routes = Object.values(resources).flatMap((actions) => Object.values<string>(actions))
    expect(routes.length).toBeGreaterThan(300)
    expect(new Set(routes).size).toBe(routes.length)
    for (const [resource, actions] of Object.entries(resources)) {
      for (const name of Object.keys(actions))
        expect(`${resource}.${name}`).toMatch(/^[a-z]\w+[.][a-z]\w+$/)
    }
    expect(resources.cart.addItem).toBe('post /api/v1/cart/items body')
    expect(resources.webhooks.create).toBe('post /api/v1/webhooks body')
    expect(resources.apiKeys.rotate).toBe('post /api/v1/api-keys/{keyId}/rotate body')
    expect(resources.health.get).toBe('get /health none')
  })

  it('refuses in its types what the service does not know', () => {
    const { purveyor } = answering()
    const mistakes = [
      // @ts-expect-error There is no such method.
      () => purveyor.orders.eat('ord_1'),
      // @ts-expect-error The id is missing.
      () => purveyor.orders.get(),
      // @ts-expect-error The body is incomplete.
      () => purveyor.orders.place({ lines: [] }),
      // @ts-expect-error There is no such filter.
      () => purveyor.orders.list({ colour: 'red' }),
    ]
    expect(mistakes).toHaveLength(4)
  })
})

describe('the named types', () => {
  it('tell an event by its type', () => {
    const event = { type: 'order.created', data: { orderId: 'ord_1' } } as WebhookEvent
    let orderId: string | undefined
    if (event.type === 'order.created') orderId = event.data?.orderId
    // @ts-expect-error There is no such event.
    const isUnknown = event.type === 'order.eaten'

    expect([orderId, isUnknown]).toEqual(['ord_1', false])
  })

  it('know each failure code', () => {
    const code: FailureCode = 'cart.version_conflict'
    // @ts-expect-error There is no such code.
    const unknown: FailureCode = 'cart.is_hungry'
    const error = new PurveyorError('A sentence.', {
      code,
      status: 409,
      method: 'GET',
      address: 'x',
    })

    expect(error.code === 'cart.version_conflict').toBe(true)
    expect(unknown).not.toBe(code)
  })
})

describe('the samples of the README', () => {
  it.each([
    ['with the types of a browser', ['es2024', 'dom', 'dom.iterable']],
    ['with the types of Node alone', ['es2024']],
  ])('compile under strict %s', async (_what, lib) => {
    const folder = await mkdtemp(join(tmpdir(), 'purveyor-readme-'))
    try {
      await writeProject(folder, lib)
      const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
      const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch(
        (error: { readonly stdout: string }) => error,
      )
      expect(stdout).toBe('')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** What a sample takes for granted: the program around it. */
const surroundings = `
import { readFile, writeFile } from 'node:fs/promises'
import { createClient as aClient, type PlaceOrder } from '@purveyor/sdk'
declare global {
  const purveyor: ReturnType<typeof aClient>
  const order: PlaceOrder
  const purchase: { readonly id: string }
  const invoiceId: string
  const baseUrl: string
  const typed: string
  const request: { readonly headers: Record<string, string | string[] | undefined> }
  const rawBody: Uint8Array
  const show: (value: unknown) => void
}
`

/** A project of its own for each sample, which uses the sources of this package under its name. */
async function writeProject(folder: string, lib: readonly string[]): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  expect(samples.length).toBeGreaterThan(4)
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'dir')
  await writeFile(join(folder, 'surroundings.ts'), surroundings)
  for (const [at, sample] of samples.entries()) {
    const uses = /\b(?:readFile|writeFile)\b/.test(sample)
    const files = uses ? "import { readFile, writeFile } from 'node:fs/promises'\n" : ''
    await writeFile(join(folder, `sample-${at}.ts`), `${files}${sample}\nexport {}\n`)
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    lib,
    types: ['node'],
    paths: { '@purveyor/sdk': [join(root, 'sdk/src/index.ts')] },
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  )
}

type Answered = { readonly data: unknown; readonly meta?: object }

function answering(...answers: readonly Answered[]) {
  const requests: Request[] = []
  const purveyor = createClient({
    baseUrl: 'https://purveyor.example.com',
    apiKey: '<API_KEY>',
    fetch: async (request) => {
      requests.push(request.clone())
      return Response.json({ success: true, meta: {}, ...answers[requests.length - 1] })
    },
  })
  return { purveyor, requests }
}
