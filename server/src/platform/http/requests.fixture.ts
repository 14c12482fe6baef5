import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import { answers, list, ok } from './answering/envelope.ts'
import { PageQuery } from './answering/page.ts'
import type { Http, Routes } from './types.ts'

const Line = Type.Object({ productId: Type.String(), quantity: Type.Integer({ minimum: 1 }) })

/** Routes of every form: with a body, a list, an id, failures of each kind, and the bytes of a signed request. */
export const routes: Routes = async (http) => {
  addOrders(http)
  addFailures(http)
}

function addOrders(http: Http): void {
  http.post(
    '/api/v1/orders',
    {
      config: { access: 'orders:write' },
      bodyLimit: 2_000,
      schema: {
        operationId: 'placeOrder',
        body: Type.Object({ lines: Type.Array(Line, { minItems: 1, maxItems: 100 }) }),
        response: answers(Type.Object({ id: Type.String(), lines: Type.Array(Line) }), {
          status: 201,
        }),
      },
    },
    async ({ body }) => ok({ id: 'ord_1', lines: body.lines }),
  )
  http.get(
    '/api/v1/orders',
    {
      config: { access: 'orders:read' },
      schema: {
        operationId: 'listOrders',
        querystring: Type.Object({
          ...PageQuery.properties,
          state: Type.Optional(Type.String()),
        }),
        response: list(Type.Object({ number: Type.Integer() })),
      },
    },
    async ({ query: { state }, page }) => {
      const after = page.after(Type.Integer()) ?? 0
      if (state === 'LAST') {
        // Reads two of them at a time.
        const looked = [1, 2, 3, 4, 5].filter((number) => number > after).slice(0, 2)
        const last = looked.filter((number) => number === 5)
        const continuesAfter = looked.length === 2 ? looked[1] : undefined
        const view = (number: number) => ({ number })
        return page.answer(last, view, (number) => number, { continuesAfter })
      }
      const found = [1, 2, 3, 4, 5].filter((number) => number > after).slice(0, page.probe)
      return page.answer(
        found,
        (number) => ({ number }),
        (number) => number,
      )
    },
  )
  http.get(
    '/api/v1/orders/:orderId',
    {
      config: { access: 'orders:read' },
      schema: {
        operationId: 'getOrder',
        params: Type.Object({ orderId: Type.String() }),
        response: answers(Type.Object({ id: Type.String() })),
      },
    },
    async ({ params }) => ok({ id: params.orderId }),
  )
  http.post(
    '/api/v1/orders/:orderId/cancel',
    {
      config: { access: 'orders:write' },
      schema: { operationId: 'cancelOrder', response: answers(Type.Null()) },
    },
    async () => ok(null),
  )
}

function addFailures(http: Http): void {
  http.get(
    '/api/v1/broken/:how',
    {
      config: { access: 'public', fails: ['orders.closed'] },
      schema: {
        operationId: 'breakDown',
        params: Type.Object({ how: Type.String() }),
        response: answers(Type.Object({ a: Type.String() })),
      },
    },
    async ({ params }) => {
      if (params.how === 'failure') {
        throw new Failure(
          'orders.closed',
          { status: 409, message: 'Closed.', retryAfterSeconds: 3 },
          { total: 5n },
        )
      }
      if (params.how === 'silence') {
        throw new Failure('orders.gone', { status: 404, message: 'Gone.' }, {})
      }
      if (params.how === 'leak') return ok({ a: 'a', passwordHash: 'x' })
      if (params.how === 'lost') throw Object.assign(new Error('gone'), { code: '57P01' })
      throw new TypeError('secret internals')
    },
  )
  http.post('/webhooks/payments', { config: { access: 'signed' } }, async ({ rawBody, body }) => ({
    raw: rawBody.toString('latin1'),
    parsed: body ?? null,
  }))
}
