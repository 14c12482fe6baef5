import { describe, expect, it } from 'vitest'
import { startService } from '../harness/service-process.ts'

describe('a process with the role agent alone', { timeout: 240_000 }, () => {
  it('extracts briefs, without a database, a cache or a secret, and does nothing else', async () => {
    const service = await startService({
      env: {
        APP_ENV: 'production',
        PURVEYOR_ROLES: 'agent',
        BASE_URL: 'https://shop.example.com',
      },
      until: 'healthy',
    })
    const response = await fetch(`${service.baseUrl}/v1/briefs:extract`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sessionId: 'chs_1',
        messages: [{ id: 'm1', role: 'buyer', text: '2 Kartons à 10 Flaschen Glasreiniger' }],
        locale: 'de',
        currency: 'EUR',
        today: '2026-03-02',
      }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      brief: { items: [{ what: { value: 'Glasreiniger' }, quantity: { value: '2' } }] },
    })
    expect((await fetch(`${service.baseUrl}/api/v1/products`)).status).toBe(404)
    await service.stop()
  })
})
