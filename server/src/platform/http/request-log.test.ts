import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '#platform/telemetry'
import { answers, ok } from './answering/envelope.ts'
import { aLogOf, anHttp, as } from './http.fixture.ts'
import type { Routes } from './types.ts'

const canaries = {
  query: 'canary-query-1f3a',
  path: 'canary-path-8b2c',
  body: 'canary-body-77de',
  header: 'canary-header-0c9b',
  key: `pvy_live_canary${'0'.repeat(40)}`,
  bearer: 'canary-bearer-token-51aa',
}

describe('the request log', async () => {
  const lines: string[] = []
  const metrics = createMetrics()
  const http = await anHttp(routes, { log: aLogOf(lines), metrics })
  const send = (orderId: string, payload: object) =>
    http.inject({
      method: 'POST',
      url: `/api/v1/orders/${orderId}/notes?code=${canaries.query}`,
      headers: {
        ...as('writer'),
        'x-custom': canaries.header,
        authorization: `Bearer ${canaries.bearer}`,
        cookie: `sid=${canaries.header}`,
        'x-request-id': 'req-known',
      },
      payload,
    })

  it('has one line of chosen fields per request', async () => {
    await send('ord_1', { note: 'hello' })
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.any(String),
      requestId: 'req-known',
      method: 'POST',
      route: '/api/v1/orders/:orderId/notes',
      status: 200,
      ms: expect.any(Number),
      actorId: 'key_writer',
      companyId: 'co_one',
      message: 'request',
    })
  })

  it('contains nothing that a client wrote', async () => {
    await send(canaries.path, { note: canaries.body })
    await send('broken', { note: canaries.body })
    await send('ord_1', { note: canaries.body, [canaries.body]: 1 })
    await send('ord_1', { [canaries.body]: canaries.body })
    await http.inject({ url: `/${canaries.path}?token=${canaries.query}` })
    await http.inject({ url: `/%zz${canaries.path}?token=${canaries.query}` })
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(7)
    const written = lines.join('') + (await metrics.text())
    for (const canary of Object.values(canaries)) expect(written).not.toContain(canary)
    expect(written).toContain('cannot use pvy_[secret] for')
  })

  it('counts by route pattern', async () => {
    const text = await metrics.text()
    expect(text).toContain(
      'http_requests_total{route="/api/v1/orders/:orderId/notes",method="POST",status="500"} 1',
    )
    expect(text).toContain('http_requests_total{route="unknown",method="GET",status="404"} 1')
    expect(text).toContain('http_requests_in_flight 0')
    expect(text).toMatch(/http_request_duration_seconds_bucket\{le="0.25",route=/)
  })
})

const routes: Routes = async (http) => {
  http.post(
    '/api/v1/orders/:orderId/notes',
    {
      config: { access: 'orders:write' },
      schema: {
        operationId: 'addNote',
        params: Type.Object({ orderId: Type.String() }),
        querystring: Type.Object({ code: Type.Optional(Type.String()) }),
        body: Type.Object({ note: Type.String() }),
        response: answers(Type.Null()),
      },
    },
    async ({ body, params }) => {
      if (params.orderId === 'broken')
        throw new Error(`cannot use ${canaries.key} for ${body.note.length}`)
      return ok(null)
    },
  )
}
