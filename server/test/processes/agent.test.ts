import { describe, expect, it } from 'vitest'
import { freePort } from '#harness'
import { startService } from '../harness/service-process.ts'

const request = {
  sessionId: 'chs_1',
  messages: [{ id: 'm1', role: 'buyer', text: '2 Kartons à 10 Flaschen Glasreiniger' }],
  locale: 'de',
  currency: 'EUR',
  today: '2026-03-02',
}

describe('a process with the role agent', { timeout: 240_000 }, () => {
  it('alone extracts briefs, without a database, a cache or a secret, and does nothing else', async () => {
    const service = await startService({
      env: {
        APP_ENV: 'production',
        PURVEYOR_ROLES: 'agent',
        BASE_URL: 'https://shop.example.com',
      },
      until: 'healthy',
    })
    const response = await extract(service.baseUrl, request)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      brief: { items: [{ what: { value: 'Glasreiniger' }, quantity: { value: '2' } }] },
    })
    expect((await fetch(`${service.baseUrl}/api/v1/products`)).status).toBe(404)
    await service.stop()
  })

  it('calls the gateway of its settings and no other', async () => {
    const service = await startService({
      env: {
        APP_ENV: 'production',
        PURVEYOR_ROLES: 'agent',
        BASE_URL: 'https://shop.example.com',
        AI_AGENT_GATEWAY_BASE_URL: 'http://127.0.0.1:1',
        AI_AGENT_MODEL_TIMEOUT_MS: '5000',
      },
      until: 'healthy',
    })
    const ask = async (baseUrl: string) => {
      const llm = { baseUrl, token: 'a.b.c', model: 'm' }
      const response = await extract(service.baseUrl, { ...request, llm })
      return [response.status, (await response.json()) as object]
    }
    expect(await ask('http://127.0.0.1:1')).toMatchObject([
      200,
      { degradedReason: 'model_unavailable' },
    ])
    expect(await ask('https://shop.example.com')).toMatchObject([400, { code: 'request_invalid' }])
    await service.stop()
  })

  it('beside others starts the companion at the address that the API calls, and ends it', async () => {
    const address = `http://127.0.0.1:${await freePort()}`
    const service = await startService({
      env: {
        PURVEYOR_ROLES: 'api,agent',
        AI_AGENT_BASE_URL: address,
        // The companion needs no database, and this test none either.
        DOCUMENT_DB_URL: 'postgresql://nobody@127.0.0.1:1/none',
      },
      until: 'answers',
    })
    const status = () =>
      fetch(`${address}/healthz`).then(
        (response) => response.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    await service.stop()
    expect(await status()).toBe(0)
  })
})

function extract(baseUrl: string, body: object): Promise<Response> {
  return fetch(`${baseUrl}/v1/briefs:extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
