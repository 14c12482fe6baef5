import { describe, expect, it } from 'vitest'
import { anIntegration } from '#testing/cart'
import { aProduct } from '#testing/catalog'
import { aBuyer, type Call, callerOf, useCartHttp } from '../cart.fixture.ts'

const start = new Date('2026-01-02T03:04:05Z')
const base = '/api/v1/contracts/cart-concurrency'
const service = await useCartHttp(start)

describe('a client of the cart', () => {
  const unvalidatedMark = 'cart-concurrency/1; status=UNVALIDATED'

  it('is marked on every answer until it is validated; people never are', async () => {
    const key = callerOf(service, anIntegration())
    const answers = [
      await key('GET', '/api/v1/cart'),
      await key('DELETE', '/api/v1/cart'),
      await key('DELETE', '/api/v1/cart?expectedSnapshotVersion=none'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
    for (const { headers } of answers) expect(headers['x-contract-status']).toBe(unvalidatedMark)

    const person = await callerOf(service, aBuyer())('GET', '/api/v1/cart')
    expect(person.headers).not.toHaveProperty('x-contract-status')
  })

  it('is certified with its ordinary code and one header, away from its real cart', async () => {
    const actor = anIntegration()
    const call = callerOf(service, actor)
    const { id: productId } = await aProduct(service.database)
    await call('POST', '/api/v1/cart/items', { productId, quantity: 3 })
    expect((await call('GET', base)).data).toMatchObject({ version: 1, status: 'UNVALIDATED' })

    const certification = await runCertification(call)

    expect(certification).toMatchObject({ state: 'PASSED', failure: null, currentStep: null })
    expect(certification.steps.map(({ state }) => state)).toEqual(Array(5).fill('PASSED'))
    expect(certification.steps[1]?.seen).toEqual([
      anObservation('read_cart', null, null, 'READ'),
      anObservation('service_change', null, 2, 'CHANGED'),
      anObservation('change_quantity', 1, 2, 'CONFLICT'),
      anObservation('read_cart', null, null, 'READ'),
      anObservation('change_quantity', 2, 2, 'CHANGED'),
    ])
    const ownCart = await call('GET', '/api/v1/cart')
    expect(ownCart.data).toMatchObject({
      snapshotVersion: 2,
      items: [{ quantity: 3, itemVersion: 1 }],
    })
    expect(ownCart.headers).not.toHaveProperty('x-contract-status')
    expect((await call('GET', base)).data).toMatchObject({
      contract: 'cart-concurrency',
      version: 1,
      status: 'VALIDATED',
      validatedAt: start.toISOString(),
      steps: expect.any(Array),
    })
  })

  it('fails when it overwrites, and can change nothing more on that practice cart', async () => {
    const call = callerOf(service, anIntegration())
    const certification = await runCertification(call, { refresh: false })

    expect(certification).toMatchObject({ state: 'FAILED', failure: 'OVERWROTE' })
    expect((await call('GET', '/api/v1/cart')).headers['x-contract-status']).toBe(unvalidatedMark)
    const { id: productId } = await aProduct(service.database)
    const answer = await practiceOf(call, certification)('POST', '/api/v1/cart/items', {
      productId,
      quantity: 1,
    })
    expect(answer).toMatchObject({
      status: 409,
      code: 'cart.certification_closed',
      details: { state: 'FAILED', failure: 'OVERWROTE' },
    })
  })

  it('fails without a version on the practice cart', async () => {
    const call = callerOf(service, anIntegration())
    const certification: Certification = (await call('POST', `${base}/certifications`)).data
    const answer = await practiceOf(call, certification)('DELETE', '/api/v1/cart')
    expect(answer).toMatchObject({ status: 400, code: 'cart.expected_version_required' })
    expect((await call('GET', `${base}/certifications/${certification.id}`)).data).toMatchObject({
      state: 'FAILED',
      failure: 'VERSION_MISSING',
    })
  })

  it('fails at the deadline when it stops half way', async () => {
    const call = callerOf(service, anIntegration())
    const unfinished = await runCertification(call, { stepsMax: 2 })
    expect(unfinished).toMatchObject({ state: 'OPEN', currentStep: 3 })
    expect(await call('POST', `${base}/certifications`)).toMatchObject({
      status: 409,
      code: 'cart.certification_open',
      details: { certificationId: unfinished.id },
    })

    service.setClock(new Date(unfinished.deadlineAt))
    expect((await call('GET', `${base}/certifications/${unfinished.id}`)).data).toMatchObject({
      state: 'FAILED',
      failure: 'DEADLINE_PASSED',
      closedAt: unfinished.deadlineAt,
      steps: [{ state: 'PASSED' }, { state: 'PASSED' }, { state: 'FAILED' }, {}, {}],
    })
    service.setClock(start)
  })

  it('may abandon a certification and open another', async () => {
    const call = callerOf(service, anIntegration())
    const answer = await call('POST', `${base}/certifications`)
    expect(answer.status).toBe(201)
    const { id }: Certification = answer.data
    expect((await call('POST', `${base}/certifications/${id}/abandon`)).data).toMatchObject({
      state: 'FAILED',
      failure: 'ABANDONED',
    })
    expect(await call('POST', `${base}/certifications/${id}/abandon`)).toMatchObject({
      status: 409,
      code: 'cart.certification_closed',
    })
    expect((await call('POST', `${base}/certifications`)).status).toBe(201)
  })
})

describe('a practice cart', () => {
  it('belongs to its own client, whatever the header says', async () => {
    const owner = callerOf(service, anIntegration())
    const certification: Certification = (await owner('POST', `${base}/certifications`)).data
    const someone = aBuyer()
    await callerOf(service, someone)('GET', '/api/v1/cart')

    const others = [anIntegration(), anIntegration('co_2'), someone, aBuyer()]
    for (const other of others) {
      const call = callerOf(service, other)
      const notFound = { status: 404, code: 'cart.certification_not_found' }
      expect(await practiceOf(call, certification)('GET', '/api/v1/cart')).toMatchObject(notFound)
      const clear = '/api/v1/cart?expectedSnapshotVersion=1'
      expect(await practiceOf(call, certification)('DELETE', clear)).toMatchObject(notFound)
      expect(await call('GET', `${base}/certifications/${certification.id}`)).toMatchObject(
        notFound,
      )
      // Neither does a header that names a person, or a key, open their cart.
      for (const name of [someone.id, 'cert_nobody', other.id]) {
        const headers = { 'x-practice-cart': name }
        expect(await call('GET', '/api/v1/cart', undefined, headers)).toMatchObject(notFound)
        expect(await call('DELETE', clear, undefined, headers)).toMatchObject(notFound)
      }
    }
  })

  it('is not available to people', async () => {
    const person = callerOf(service, aBuyer())
    for (const answer of [
      await person('GET', base),
      await person('POST', `${base}/certifications`),
    ]) {
      expect(answer).toMatchObject({ status: 422, code: 'cart.certification_needs_client' })
    }
  })
})

describe('the list for operators', () => {
  it('pages through the unvalidated clients that use carts', async () => {
    const validatedClient = anIntegration()
    await runCertification(callerOf(service, validatedClient))
    const unvalidatedClients = [anIntegration(), anIntegration(), anIntegration('co_9')]
    for (const client of unvalidatedClients) await callerOf(service, client)('GET', '/api/v1/cart')

    const clients: { clientId: string }[] = []
    let cursor: string | undefined
    do {
      const answer = await service.http.inject({
        url: '/admin/contracts/cart-concurrency',
        query: { limit: '2', ...(cursor && { cursor }) },
        headers: { 'x-api-key': 'operator' },
      })
      expect(answer.statusCode).toBe(200)
      const page = answer.json()
      clients.push(...page.data)
      cursor = page.meta.nextCursor
    } while (cursor)

    const ids = clients.map(({ clientId }) => clientId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(unvalidatedClients.map(({ id }) => id)))
    expect(ids).not.toContain(validatedClient.id)
    expect(clients.at(-1)).toMatchObject({
      companyId: 'co_9',
      contract: 'cart-concurrency/1',
      status: 'UNVALIDATED',
      lastSeenAt: start.toISOString(),
    })
    const answer = await callerOf(service, aBuyer())('GET', '/admin/contracts/cart-concurrency')
    expect(answer).toMatchObject({ status: 403, code: 'identity.access_denied' })
  })
})

type ClientBehaviour = { readonly refresh?: boolean; readonly stepsMax?: number }

/**
 * A client as an integrator would write it: it reads the cart, sends one change with the version that it has read, and
 * after a conflict reads again and repeats. Without `refresh` it takes the version out of the refusal instead.
 */
async function runCertification(
  call: Call,
  { refresh = true, stepsMax = 99 }: ClientBehaviour = {},
): Promise<Certification> {
  const certification: Certification = (await call('POST', `${base}/certifications`)).data
  const practice = practiceOf(call, certification)
  const status = async (): Promise<Certification> =>
    (await call('GET', `${base}/certifications/${certification.id}`)).data

  for (let now = await status(); now.state === 'OPEN'; now = await status()) {
    const number = now.currentStep ?? 0
    const step = now.steps[number - 1]
    if (!step || number > stepsMax) return now
    if (step.action === 'add_lines') {
      const { id: productId } = await aProduct(service.database)
      await practice('POST', '/api/v1/cart/items', { productId, quantity: 1 })
      continue
    }
    let cart: View = (await practice('GET', '/api/v1/cart')).data
    let answer = await sendChange(practice, step, cart)
    while (answer.code === 'cart.version_conflict') {
      if (refresh) cart = (await practice('GET', '/api/v1/cart')).data
      const version = refresh ? undefined : Number(answer.details?.current)
      answer = await sendChange(practice, step, cart, version)
    }
  }
  return status()
}

function sendChange(
  practice: Call,
  { action, itemId, quantity }: Step,
  cart: View,
  version?: number,
) {
  const line = cart.items.find(({ id }) => id === itemId)
  const expectedItemVersion = version ?? line?.itemVersion
  const item = `/api/v1/cart/items/${itemId}`
  switch (action) {
    case 'change_quantity':
      return practice('PATCH', item, { quantity, expectedItemVersion })
    case 'remove_line':
      return practice('DELETE', `${item}?expectedItemVersion=${expectedItemVersion}`)
    default:
      return practice('DELETE', '/api/v1/cart', {
        expectedSnapshotVersion: version ?? cart.snapshotVersion,
      })
  }
}

function practiceOf(call: Call, { practiceCart }: Certification): Call {
  const { name, value } = practiceCart.header
  return (method, url, body) => call(method, url, body, { [name]: value })
}

function anObservation(
  operation: string,
  expectedVersion: number | null,
  currentVersion: number | null,
  outcome: string,
) {
  return { operation, expectedVersion, currentVersion, outcome, at: expect.any(String) }
}

type Step = {
  action: string
  itemId: string | null
  quantity: number | null
  state: string
  seen: unknown[]
}

type Certification = {
  id: string
  state: string
  failure: string | null
  currentStep: number | null
  deadlineAt: string
  practiceCart: { path: string; header: { name: string; value: string } }
  steps: Step[]
}

type View = { snapshotVersion: number; items: { id: string; itemVersion: number }[] }
