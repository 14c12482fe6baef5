import { describe, expect, it } from 'vitest'
import { readFailureSentences, translatedLocales } from '#platform/texts'
import { type Client, createClient } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const nobody = 'ord_00000000000000000000000000'

/** The language of a refusal, by its header. */
async function languageOf(client: Client, query = '', acceptLanguage?: string) {
  const { headers, body } = await client.get(`/api/v1/orders/${nobody}${query}`, {
    headers: acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage },
  })
  expect(body.meta.code).toBe('orders.order_not_found')
  return headers.get('content-language')
}

describe('the language of an answer', () => {
  it('comes from ?locale, else the person, else Accept-Language, else the company, else English', async () => {
    const { buyer, admin, integration } = await world.company()
    expect(await languageOf(buyer)).toBe('en')

    await admin.patch('/api/v1/company', { locale: 'fr' })
    expect(await languageOf(buyer)).toBe('fr')
    expect(await languageOf(integration)).toBe('fr')

    expect(await languageOf(buyer, '', 'de-AT,de;q=0.8')).toBe('de')
    expect(await languageOf(integration, '', 'de')).toBe('de')

    await buyer.patch('/api/v1/me', { locale: 'en' })
    expect(await languageOf(buyer, '', 'de')).toBe('en')
    expect(await languageOf(admin)).toBe('fr')

    expect(await languageOf(buyer, '?locale=fr', 'de')).toBe('fr')
    expect(await languageOf(buyer, '?locale=de-CH')).toBe('de')
    expect(await languageOf(integration, '?locale=en', 'de')).toBe('en')
  })

  it('skips a language that the service does not have', async () => {
    const { buyer, admin } = await world.company()
    await admin.patch('/api/v1/company', { locale: 'de' })
    expect(await languageOf(buyer, '?locale=pt')).toBe('de')
    expect(await languageOf(buyer, '?locale=is')).toBe('de')
    expect(await languageOf(buyer, '', 'pt-BR, *;q=0.1')).toBe('de')
    await buyer.patch('/api/v1/me', { locale: 'fr' })
    expect(await languageOf(buyer, '?locale=pt')).toBe('fr')
  })

  it.each(['', 'de_DE_', '*', 'x', 'd'.repeat(40), 'de&locale=fr', '%00'])(
    'is refused with a malformed tag: %s',
    async (tag) => {
      const { buyer } = await world.company()
      const { status, body } = await buyer.get(`/api/v1/orders?locale=${tag}`)
      expect(status).toBe(400)
      expect(body.meta).toMatchObject({
        code: 'platform.request_invalid',
        details: { problems: [{ path: 'query.locale' }] },
      })
    },
  )

  it('splits no cache of callers whose header has no effect', async () => {
    const { buyer } = await world.company()
    const vary = async (query: string) =>
      (await buyer.get(`/api/v1/orders/${nobody}${query}`)).headers.get('vary')
    expect(await vary('')).toContain('Accept-Language')
    expect(await vary('?locale=de')).toBeNull()
    await buyer.patch('/api/v1/me', { locale: 'de' })
    expect(await vary('')).toBeNull()
  })

  it('for an anonymous caller comes from the header, on every route', async () => {
    const { headers, body } = await world.anybody.get('/api/v1/orders', {
      headers: { 'accept-language': 'fr' },
    })
    expect(body.meta.code).toBe('identity.credentials_required')
    expect(headers.get('content-language')).toBe('fr')
    const missing = await world.anybody.get('/nowhere?locale=de')
    expect(missing.headers.get('content-language')).toBe('de')
  })

  it('is part of no cursor and no idempotency key', async () => {
    const { buyer } = await world.company()
    const address = {
      name: 'Bea',
      line1: 'Hafenstr. 7',
      city: 'Hamburg',
      postalCode: '20457',
      country: 'DE',
    }
    const body = { label: 'Home', address }
    const first = await buyer.post('/api/v1/addresses?locale=de', body, { key: 'the same' })
    const again = await buyer.post('/api/v1/addresses?locale=fr', body, { key: 'the same' })
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    await buyer.post('/api/v1/addresses', body)
    const page = await buyer.get('/api/v1/addresses?limit=1&locale=de')
    const { nextCursor } = page.body.meta
    const next = await buyer.get(`/api/v1/addresses?limit=1&locale=fr&cursor=${nextCursor}`)
    expect(next.status).toBe(200)
    expect(next.body.data).toHaveLength(1)
  })
})

it.each(translatedLocales)('a refusal has a sentence in its language: %s', async (locale) => {
  const { buyer } = await world.company()
  const { body, headers } = await buyer.get(`/api/v1/orders/${nobody}?locale=${locale}`)
  expect(headers.get('content-language')).toBe(locale)
  expect(body.error).toBe(readFailureSentences(locale).get('orders.order_not_found'))
  expect(body.meta.code).toBe('orders.order_not_found')
})

it('operators read refusals in the language of their browser, also through the operator pages', async () => {
  const { headers } = await world.operator()
  const answer = await fetch(`${world.baseUrl}/admin/api/admin/companies/co_nobody`, {
    headers: { ...headers, 'accept-language': 'fr' },
  })
  const { meta, error } = (await answer.json()) as { meta: { code: string }; error: string }
  expect(meta.code).toBe('identity.company_not_found')
  expect(answer.headers.get('content-language')).toBe('fr')
  expect(error).toBe(readFailureSentences('fr').get('identity.company_not_found'))
})

describe('the language setting', () => {
  it('of a person can be read, changed and removed, and accepts no other value', async () => {
    const { buyer } = await world.company()
    expect((await buyer.get('/api/v1/me')).body.data.person.locale).toBeUndefined()
    expect((await buyer.patch('/api/v1/me', { locale: 'de' })).body.data.person.locale).toBe('de')
    expect((await buyer.get('/api/v1/me')).body.data.person.locale).toBe('de')
    expect((await buyer.patch('/api/v1/me', { locale: 'pt' })).status).toBe(400)
    expect((await buyer.patch('/api/v1/me', {})).status).toBe(400)
    await buyer.patch('/api/v1/me', { locale: null })
    expect((await buyer.get('/api/v1/me')).body.data.person.locale).toBeUndefined()
  })

  it('of a company is changed by its administrators alone', async () => {
    const { buyer, admin } = await world.company()
    expect((await buyer.patch('/api/v1/company', { locale: 'de' })).status).toBe(403)
    expect((await admin.patch('/api/v1/company', { locale: 'de' })).body.data.locale).toBe('de')
    expect((await buyer.get('/api/v1/me')).body.data.company.locale).toBe('de')
    expect(
      (await admin.patch('/api/v1/company', { locale: null })).body.data.locale,
    ).toBeUndefined()
  })

  it('of one person changes nothing for another', async () => {
    const { buyer, approver } = await world.company()
    await buyer.patch('/api/v1/me', { locale: 'de' })
    expect(await languageOf(approver)).toBe('en')
  })
})

it('everybody can list the languages, each with its own name', async () => {
  const { body, status } = await createClient(world.baseUrl).get('/api/v1/locales')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    locales: [
      { tag: 'en', name: 'English' },
      { tag: 'de', name: 'Deutsch' },
      { tag: 'fr', name: 'Français' },
    ],
    default: 'en',
  })
})
