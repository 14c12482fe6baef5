import { describe, expect, it } from 'vitest'
import { createClient, PurveyorError } from '../src/index.ts'

/** The service of the README: it is here for its types, and answers each call with the next of these. */
function purveyorWith(...answers: [status: number, body: unknown][]) {
  const requests: Request[] = []
  const client = createClient({
    baseUrl: 'https://purveyor.example.com',
    apiKey: '<API_KEY>',
    fetch: async (request) => {
      requests.push(request)
      const [status, body] = answers[requests.length - 1] ?? [500, {}]
      return Response.json(body, { status })
    },
  })
  return { client, requests }
}

describe('the quick start', () => {
  it('searches, and the types know the products', async () => {
    const { client, requests } = purveyorWith([
      200,
      { success: true, data: [{ id: 'prd_1', name: 'Hex bolt' }], meta: { total: 1, limit: 10 } },
    ])

    const { data: products, meta } = await client.get('/api/v1/products', {
      params: { query: { q: 'hex bolt M8', limit: 10, brand: ['Acme', 'Other'] } },
    })
    const total: number = meta.total
    const names: string[] = products.map((product) => product.name)

    expect([names, total]).toEqual([['Hex bolt'], 1])
    expect(requests[0]?.url).toBe(
      'https://purveyor.example.com/api/v1/products?q=hex%20bolt%20M8&limit=10&brand=Acme&brand=Other',
    )
  })

  it('goes through every order, page after page', async () => {
    const page = (id: string, nextCursor?: string): [number, unknown] => [
      200,
      { success: true, data: [{ id }], meta: { limit: 1, ...(nextCursor && { nextCursor }) } },
    ]
    const { client } = purveyorWith(page('ord_2', 'next'), page('ord_1'))

    const ids: string[] = []
    for await (const order of client.each('/api/v1/orders')) ids.push(order.id)

    expect(ids).toEqual(['ord_2', 'ord_1'])
  })

  it('adds to the cart, and tells a refusal by its code', async () => {
    const { client } = purveyorWith([
      409,
      {
        success: false,
        error: 'The product is in the cart already.',
        meta: { code: 'cart.item_exists', requestId: 'req_1', details: { item: { id: 'ci_1' } } },
      },
    ])

    const call = client.post('/api/v1/cart/items', { body: { productId: 'prd_1', quantity: 4 } })

    await expect(call).rejects.toBeInstanceOf(PurveyorError)
    await expect(call).rejects.toMatchObject({ code: 'cart.item_exists', requestId: 'req_1' })
  })

  it('checks out under a key of its own, without a header to fill in', async () => {
    const { client, requests } = purveyorWith([201, { success: true, data: {}, meta: {} }])
    const shipTo = {
      name: 'Goods in',
      line1: 'Hauptstr. 1',
      city: 'Berlin',
      postalCode: '10115',
      country: 'DE',
    }

    await client.post('/api/v1/checkout', {
      body: { expectedSnapshotVersion: 3, shipTo },
      idempotencyKey: 'purchase-4711',
    })

    expect(requests[0]?.headers.get('idempotency-key')).toBe('purchase-4711')
  })

  it('refuses, before anything runs, what the service does not know', () => {
    const { client } = purveyorWith()
    const mistakes = [
      // @ts-expect-error There is no such path.
      () => client.get('/api/v1/nothing'),
      // @ts-expect-error There is no such parameter.
      () => client.get('/api/v1/products', { params: { query: { limit: 'ten' } } }),
      // @ts-expect-error The body is required.
      () => client.post('/api/v1/cart/items'),
    ]
    expect(mistakes).toHaveLength(3)
  })
})
