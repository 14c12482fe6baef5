import { describe, expect, it } from 'vitest'
import { readFailureSentences } from '#platform/texts'
import { type Client, createClient, type Reply } from './client.ts'
import { shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const { buyer, admin } = ours
const operator = await world.operator()

/** The sentence says what to do, in each language of the service. */
async function expectSentence(
  ask: (locale: string) => Promise<Reply>,
  code: string,
): Promise<void> {
  for (const locale of ['de', 'fr'] as const) {
    const { body } = await ask(locale)
    expect(body.meta.code).toBe(code)
    expect(body.error).toBe(readFailureSentences(locale).get(code))
  }
}

describe('a client that is set up wrongly', () => {
  it('learns that an API key is no bearer token, whether or not there is such a key', async () => {
    for (const bearer of [ours.apiKey, `pvy_test_${'x'.repeat(10)}`]) {
      const wrong = createClient(world.baseUrl, { bearer })
      const { status, body, headers } = await wrong.get('/api/v1/products')
      expect([status, body.meta.code]).toEqual([401, 'identity.api_key_as_bearer'])
      expect(body.error).toContain('x-api-key')
      expect(headers.get('www-authenticate')).toContain('Bearer')
      expect(JSON.stringify(body)).not.toContain(bearer)
    }
    const wrong = createClient(world.baseUrl, { bearer: ours.apiKey })
    const ask = (locale: string) => wrong.get(`/api/v1/products?locale=${locale}`)
    await expectSentence(ask, 'identity.api_key_as_bearer')
  })

  it.each(['/api/v1/api/v1/products', '/api/v1/api/v1', '/api/v1//api/v1/orders?limit=1'])(
    'learns that its base address has the prefix already: %s',
    async (path) => {
      const { status, body } = await buyer.get(path)
      expect([status, body.meta.code]).toEqual([404, 'platform.base_address_repeated'])
      const [address, query] = path.split('?')
      const ask = (locale: string) =>
        buyer.get(`${address}?${query ? `${query}&` : ''}locale=${locale}`)
      await expectSentence(ask, 'platform.base_address_repeated')
    },
  )

  it('learns of other paths only that nothing is there', async () => {
    for (const path of ['/api/v1/nothing', '/api/v1/api/v2/products', '/api/v1/orders/api/v1']) {
      expect((await buyer.get(path)).body.meta.code).not.toBe('platform.base_address_repeated')
    }
  })
})

describe('the name of a country in place of its code', () => {
  it.each(['Germany', 'deutschland', 'Allemagne'])('%s is refused with the code', async (name) => {
    const body = { label: 'Home', address: { ...shipTo, country: name } }
    const refused = await buyer.post('/api/v1/addresses', body)
    expect([refused.status, refused.body.meta.code]).toEqual([400, 'platform.request_invalid'])
    expect(refused.body.meta.details).toEqual({
      problems: [
        {
          path: 'body.address.country',
          message: 'must be the code of the country, here DE, and not its name',
        },
      ],
    })
    const found = await buyer.get(`/api/v1/products?country=${name}`)
    expect(found.body.meta).toMatchObject({
      code: 'catalog.country_unknown',
      details: { didYouMean: 'DE' },
    })
  })

  it('that does not exist names no code', async () => {
    const body = { label: 'Home', address: { ...shipTo, country: 'Atlantis' } }
    const refused = await buyer.post('/api/v1/addresses', body)
    expect(refused.body.meta.details).toEqual({
      problems: [{ path: 'body.address.country', message: 'must be two letters, such as DE' }],
    })
    const found = await buyer.get('/api/v1/products?country=Atlantis')
    expect(found.body.meta.details).toEqual({ country: 'ATLANTIS' })
    const ask = (locale: string) => buyer.get(`/api/v1/products?country=Atlantis&locale=${locale}`)
    await expectSentence(ask, 'catalog.country_unknown')
  })
})

describe('an event kind that does not exist', () => {
  const url = 'https://receiver.example.com/events'

  it('is refused by a webhook with the nearest kinds and families', async () => {
    const events = ['order.made', 'paymnet.*', 'order.created', 'qqqqqqqqqqqqqqqq']
    const { status, body } = await admin.post('/api/v1/webhooks', { url, events })
    expect([status, body.meta.code]).toEqual([400, 'webhooks.event_kind_unknown'])
    expect(body.meta.details).toEqual({
      unknown: ['order.made', 'paymnet.*', 'qqqqqqqqqqqqqqqq'],
      didYouMean: ['order.created', 'payment.*'],
    })
    const ask = (locale: string) => admin.post(`/api/v1/webhooks?locale=${locale}`, { url, events })
    await expectSentence(ask, 'webhooks.event_kind_unknown')
  })

  it('is refused by an automation with the nearest kind', async () => {
    const rule = {
      name: 'Notify us',
      trigger: { event: 'order.create' },
      condition: 'true',
      actions: [{ type: 'notify', subject: 'An order', message: 'An order came.' }],
    }
    const { body } = await admin.post('/api/v1/automations', rule)
    expect(body.meta).toMatchObject({
      code: 'automations.event_unknown',
      details: { event: 'order.create', didYouMean: 'order.created' },
    })
  })
})

describe('the name of a company in place of its id', () => {
  const name = 'Example GmbH'
  const encoded = encodeURIComponent(name)

  it.each<[string, () => Client, string, string, object | undefined]>([
    ['a page of operators', () => operator, 'GET', `/admin/companies/${encoded}`, undefined],
    [
      'an assortment',
      () => operator,
      'POST',
      '/api/v1/assortments',
      { name: 'Ours', companyIds: [name] },
    ],
    [
      'the filter of a search',
      () => buyer,
      'GET',
      `/api/v1/products?supplier=${encoded}`,
      undefined,
    ],
    [
      'the filter of a search stream',
      () => buyer,
      'POST',
      '/api/v1/searches',
      { q: 'bolt', supplier: [name] },
    ],
    [
      'the controls of a viewer',
      () => buyer,
      'PUT',
      '/api/v1/ads/controls',
      { hiddenAdvertisers: [name] },
    ],
  ])('is refused for %s, with how an id begins', async (_what, client, method, path, body) => {
    const ask = (query = '') => {
      const at = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
      if (method === 'GET') return client().get(at)
      return method === 'PUT' ? client().put(at, body) : client().post(at, body)
    }
    const refused = await ask()
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect(refused.body.error).toContain('co_')
    await expectSentence((locale) => ask(`locale=${locale}`), String(refused.body.meta.code))
  })
})
