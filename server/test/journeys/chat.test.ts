import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { answerWell } from '#testing/hosts/companion'
import { opened, url, useChatWorld } from './chat-client.ts'
import { aKey } from './client.ts'

const { companion, world, ours, database, say, stateOf, finalized, searchesOf, eventsOf } =
  await useChatWorld()
const { buyer } = ours

await aProduct(database, { name: 'Office chair Ergo, black', mpn: 'CH-1', onHand: 500 })
await aProduct(database, { name: 'Office chair Basic', mpn: 'CH-2', onHand: 500, moq: 10 })
await aProduct(database, { name: 'Office chair in boxes', mpn: 'CH-3', unit: 'XBX', onHand: 500 })

describe('a chat session', () => {
  it('turns messages into a brief, asks, and ends in matches and a cart', async () => {
    const { id } = await opened(buyer)
    const first = await say(id, '50 office chairs')
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      message: { role: 'buyer', text: '50 office chairs' },
      reply: {
        role: 'assistant',
        text: 'I have noted: 50 × office chairs. To which country should we deliver?',
      },
      session: {
        state: 'NEEDS_CLARIFICATION',
        briefVersion: 2,
        brief: {
          items: [
            {
              what: { value: 'office chairs', method: 'rule', source: { start: 3, end: 16 } },
              quantity: { value: '50' },
            },
          ],
          openQuestions: [{ field: 'country' }, { field: 'neededBy' }, { field: 'budget' }],
        },
        matches: [],
      },
    })
    const second = await say(id, 'To Graz, by 5 May 2030, budget 20000 EUR')
    expect(second.body.data.session).toMatchObject({ state: 'BRIEF_READY', messages: 4 })
    expect(second.body.data.reply.text).toBe(
      'I have noted: 50 × office chairs, delivery to Graz, Austria, needed by 5 May 2030 and budget 20,000 EUR. Check the brief, correct what is wrong, and confirm it. The search then starts.',
    )

    const confirmed = await buyer.post(`${url}/${id}/confirm`, { expectedVersion: 3 })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.data).toMatchObject({ sessionId: id, searches: [{ item: 0 }] })
    const { matches } = await finalized(id)
    expect(matches).toMatchObject([
      { item: 0, state: 'COMPLETED', best: { name: expect.stringMatching(/chair/i) } },
    ])
    const products = [matches[0].best, ...matches[0].alternatives]
    expect(products.map(({ mpn }: { mpn: string }) => mpn).sort()).toEqual(['CH-1', 'CH-2', 'CH-3'])

    const idOf = (mpn: string) =>
      products.find((one: { mpn: string }) => one.mpn === mpn).id as string
    const put = await buyer.post(`${url}/${id}/cart`, {
      choices: [
        { item: 0, productId: idOf('CH-1') },
        { item: 0, productId: idOf('CH-3') },
        { item: 0, productId: idOf('CH-2'), quantity: 3 },
        { item: 1, productId: idOf('CH-1') },
        { item: 0, productId: 'prd_none' },
      ],
    })
    expect(put.body.data.lines).toMatchObject([
      { item: 0, quantity: 50, added: true },
      {
        item: 0,
        quantity: null,
        added: false,
        code: 'chat.unit_differs',
        details: { unit: 'XBX' },
      },
      { item: 0, quantity: 3, added: true },
      { item: 1, added: false, code: 'chat.match_unknown' },
      { item: 0, added: false, code: 'chat.match_unknown' },
    ])
    expect(put.body.data.cart).toMatchObject({
      items: [
        { product: { id: idOf('CH-1') }, quantity: 50 },
        { product: { id: idOf('CH-2') }, quantity: 3 },
      ],
      problems: [{ code: 'cart.below_minimum' }],
    })
    const again = await buyer.post(`${url}/${id}/cart`, {
      choices: [{ item: 0, productId: idOf('CH-1') }],
    })
    expect(again.body.data.lines).toMatchObject([{ added: false, code: 'cart.item_exists' }])
  })

  it('speaks the language of the request', async () => {
    const { id } = await opened(buyer)
    const { body } = await buyer.post(`${url}/${id}/messages?locale=de`, { text: '3 Drucker' })
    expect(body.data.reply.text).toBe(
      'Ich habe notiert: 3 × Drucker. In welches Land sollen wir liefern?',
    )
    const french = await buyer.post(`${url}/${id}/messages?locale=fr`, { text: '2 Toner' })
    expect(french.body.data.reply.text).toMatch(/^J’ai noté : /)
  })

  it('asks at most three questions, and none twice', async () => {
    const { id } = await opened(buyer)
    const replies: string[] = []
    for (const text of ['50 chairs', 'black ones', 'hm', 'I do not know', 'still not'])
      replies.push((await say(id, text)).body.data.reply.text)
    const questions = replies.flatMap((text) => /[^.?]*\?/.exec(text)?.[0].trim() ?? [])
    expect(questions).toHaveLength(3)
    expect(new Set(questions).size).toBe(3)
    expect(await stateOf(id)).toBe('BRIEF_READY')
  })

  it('is found in the list by its state, page by page', async () => {
    const { buyer: reader } = await world.company()
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1) ids.unshift((await opened(reader)).id)
    await reader.post(`${url}/${ids[0]}/messages`, { text: '1 chair' })
    const pageOne = await reader.get(`${url}?limit=2`)
    const pageTwo = await reader.get(`${url}?limit=2&cursor=${pageOne.body.meta.nextCursor}`)
    const found = [...pageOne.body.data, ...pageTwo.body.data].map(({ id }: { id: string }) => id)
    expect(found).toEqual(ids)
    const open = await reader.get(`${url}?state=OPEN`)
    expect(open.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1))
    const deleted = await reader.delete(`${url}/${ids[0]}`)
    expect([deleted.status, deleted.body.data]).toEqual([200, { id: ids[0] }])
    expect((await reader.get(`${url}/${ids[0]}`)).body.meta.code).toBe('chat.session_not_found')
  })

  it('keeps its messages, oldest first', async () => {
    const { id } = await opened(buyer)
    await say(id, '5 lamps')
    const { body } = await buyer.get(`${url}/${id}/messages?limit=1`)
    expect(body.data).toMatchObject([{ role: 'buyer', text: '5 lamps' }])
    const next = await buyer.get(`${url}/${id}/messages?limit=1&cursor=${body.meta.nextCursor}`)
    expect(next.body.data).toMatchObject([{ role: 'assistant' }])
  })
})

describe('who may see a session', () => {
  it('is its person, and administrators, who only read', async () => {
    const { id } = await opened(buyer)
    await say(id, '5 lamps')
    const strangers = await world.company()
    for (const client of [ours.approver, strangers.admin, strangers.buyer]) {
      for (const path of ['', '/brief', '/messages', '/stream']) {
        const { status, body } = await client.get(`${url}/${id}${path}`)
        expect([status, body.meta.code], path).toEqual([404, 'chat.session_not_found'])
      }
      const { body } = await client.post(`${url}/${id}/messages`, { text: 'hello' })
      expect(body.meta.code).toBe('chat.session_not_found')
    }
    expect((await ours.admin.get(`${url}/${id}`)).body.data.brief.items).toHaveLength(1)
    const listed = await ours.admin.get(`${url}?owner=company&limit=100`)
    expect(listed.body.data.map((one: { id: string }) => one.id)).toContain(id)
    expect((await ours.admin.get(`${url}?limit=100`)).body.data).toEqual([])
    const others = await ours.approver.get(`${url}?owner=company&limit=100`)
    expect(others.body.data).toEqual([])
    for (const [path, body] of [
      ['messages', { text: 'hello' }],
      ['extract', {}],
      ['confirm', {}],
      ['cart', { choices: [{ item: 0, productId: 'prd_1' }] }],
    ] as const) {
      const refused = await ours.admin.post(`${url}/${id}/${path}`, body)
      expect([refused.status, refused.body.meta.code], path).toEqual([
        403,
        'chat.session_of_colleague',
      ])
    }
    expect((await ours.admin.delete(`${url}/${id}`)).status).toBe(403)
    const edit = await ours.admin.patch(`${url}/${id}/brief`, { expectedVersion: 2 })
    expect(edit.status).toBe(403)
  })

  it('is no key: only people chat', async () => {
    expect((await ours.integration.get(url)).body.meta.code).toBe('identity.access_denied')
  })
})

describe('the person’s brief', () => {
  it('is edited upon the version that was seen, and no extraction changes it', async () => {
    const { id } = await opened(buyer)
    await say(id, '50 office chairs to Graz')
    const edit = { expectedVersion: 2, items: [{ item: 0, quantity: '60' }] }
    const edited = await buyer.patch(`${url}/${id}/brief`, edit)
    expect(edited.body.data).toMatchObject({
      version: 3,
      brief: { items: [{ quantity: { value: '60', method: 'user', confidence: 1 } }] },
    })
    const late = await buyer.patch(`${url}/${id}/brief`, edit)
    expect([late.status, late.body.meta]).toMatchObject([
      409,
      { code: 'chat.version_conflict', details: { expected: 2, current: 3 } },
    ])
    const without = await buyer.patch(`${url}/${id}/brief`, { items: [] })
    expect(without.body.meta.code).toBe('chat.expected_version_required')

    await say(id, 'make it 45, in black')
    const { body } = await buyer.get(`${url}/${id}/brief`)
    expect(body.data.brief.items[0]).toMatchObject({
      quantity: { value: '60', method: 'user' },
      constraints: [{ value: 'black' }],
    })
  })

  it('keeps an edit that was made while an extraction was under way', async () => {
    const { id } = await opened(buyer)
    await say(id, '50 office chairs')
    const edited = Promise.withResolvers<void>()
    const asked = new Promise<void>((begun) =>
      companion.answers(async (request, response) => {
        begun()
        // On a busy machine the first attempt is late. The next one is answered as well, since the edit is made then.
        await edited.promise
        answerWell(request, response)
      }, id),
    )
    const reply = say(id, 'and 10 desks')
    await asked
    const { version } = (await buyer.get(`${url}/${id}/brief`)).body.data
    const items = [{ item: 0, what: 'armchairs' }]
    await buyer.patch(`${url}/${id}/brief`, { expectedVersion: version, items })
    edited.resolve()
    const { items: merged } = (await reply).body.data.session.brief
    expect(merged.map((item: { what: { value: string } }) => item.what.value)).toEqual([
      'armchairs',
      'desks',
    ])
    // From now on the companion knows the edit.
    const { items: later } = (await say(id, 'and 5 lamps')).body.data.session.brief
    expect(later).toMatchObject([
      { what: { value: 'armchairs' }, quantity: { value: '50' } },
      { what: { value: 'desks' } },
      { what: { value: 'lamps' } },
    ])
  })

  it.each([
    [{ items: [{ item: 0, quantity: 50 }] }, 400, 'platform.request_invalid'],
    [{ items: [{ item: 0, secret: 'x' }] }, 400, 'platform.request_invalid'],
    [{ items: [{ item: 0, what: '  ' }] }, 400, 'platform.request_invalid'],
    [{ budget: { amount: '-5' } }, 400, 'platform.request_invalid'],
    [{ openQuestions: [] }, 400, 'platform.request_invalid'],
    [{ items: [{ item: 9, quantity: '1' }] }, 422, 'chat.item_unknown'],
    [{ items: Array(6).fill({ what: 'lamps' }) }, 422, 'chat.items_too_many'],
    [{ deliverTo: { country: 'ZZ' } }, 422, 'chat.brief_value_invalid'],
  ])('refuses an edit that breaks its schema: %j', async (edit, status, code) => {
    const { id } = await opened(buyer)
    await say(id, '50 chairs')
    const { body, status: found } = await buyer.patch(`${url}/${id}/brief`, {
      expectedVersion: 2,
      ...edit,
    })
    expect([found, body.meta.code]).toEqual([status, code])
    expect((await buyer.get(`${url}/${id}/brief`)).body.data.version).toBe(2)
  })

  it('may be entered by hand alone, and is confirmed then', async () => {
    const { id } = await opened(buyer)
    const empty = await buyer.post(`${url}/${id}/confirm`, {})
    expect(empty.body.meta).toMatchObject({
      code: 'chat.brief_not_ready',
      details: { state: 'OPEN' },
    })
    const items = [{ what: 'office chair', quantity: '2' }]
    await buyer.patch(`${url}/${id}/brief`, { expectedVersion: 1, items })
    expect((await buyer.post(`${url}/${id}/confirm`, {})).status).toBe(200)
    expect((await finalized(id)).matches[0].best).toBeTruthy()
  })
})

describe('a confirmation', () => {
  it('that comes twice at once starts one search, and both get the same answer', async () => {
    const buyers = await world.company()
    const { buyer: client } = buyers
    const { id } = await opened(client)
    await say(id, '50 office chairs to Graz', client)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post(`${url}/${id}/confirm`, {})),
    )
    await finalized(id, client)
    answers.push(await client.post(`${url}/${id}/confirm`, {}))
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(await searchesOf(buyers.companyId)).toBe(1)
  })

  it('ends the session: no message, no edit, no extraction', async () => {
    const { id } = await opened(buyer)
    await say(id, '50 office chairs to Graz')
    await buyer.post(`${url}/${id}/confirm`, {})
    for (const refused of [
      await say(id, 'and 5 lamps'),
      await buyer.post(`${url}/${id}/extract`),
      await buyer.patch(`${url}/${id}/brief`, { expectedVersion: 2, notes: [] }),
    ]) {
      expect([refused.status, refused.body.meta.code]).toEqual([409, 'chat.session_final'])
    }
  })

  it('of a brief that changed meanwhile, or lacks goods, is refused', async () => {
    const { id } = await opened(buyer)
    await say(id, 'budget 500 EUR')
    const changed = await buyer.post(`${url}/${id}/confirm`, { expectedVersion: 1 })
    expect(changed.body.meta).toMatchObject({ code: 'chat.version_conflict' })
    const lacking = await buyer.post(`${url}/${id}/confirm`, {})
    expect([lacking.status, lacking.body.meta.code]).toEqual([422, 'chat.brief_incomplete'])
    const early = await buyer.post(`${url}/${id}/cart`, { choices: [{ item: 0, productId: 'p' }] })
    expect(early.body.meta.code).toBe('chat.brief_not_final')
  })
})

describe('the stream of a session', () => {
  it('has every event once, resumes after any of them, and ends with the session', async () => {
    const { id } = await opened(buyer)
    await say(id, '50 office chairs to Graz')
    await buyer.post(`${url}/${id}/confirm`, {})
    await finalized(id)
    const all = await eventsOf(buyer, `${url}/${id}/stream`)
    expect(all.map(({ event }) => event)).toEqual([
      'state',
      'message',
      'state',
      'state',
      'brief',
      'message',
      'state',
      'answered',
      'state',
      'matches',
      'state',
      'finalized',
    ])
    expect(all.map(({ id: text }) => text)).toEqual(all.map((_, at) => `${id}/${at + 1}`))
    const headers = { 'last-event-id': `${id}/5` }
    expect(await eventsOf(buyer, `${url}/${id}/stream`, headers)).toEqual(all.slice(5))
    const end = await fetch(`${world.baseUrl}${url}/${id}/stream`, {
      headers: { ...buyer.headers, 'last-event-id': `${id}/12` },
    })
    expect(end.status).toBe(204)
    const other = await opened(buyer)
    const wrong = await buyer.get(`${url}/${other.id}/stream`, { headers })
    expect(wrong.body.meta.code).toBe('chat.event_id_invalid')
  })

  it('opens with its ticket, also for an administrator', async () => {
    const { id } = await opened(buyer)
    const { body } = await ours.admin.get(`${url}/${id}`)
    const response = await fetch(`${world.baseUrl}${body.data.stream.url}`)
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  it('answers a message as it arrives, and ends with the answer', async () => {
    const { id } = await opened(buyer)
    const key = aKey()
    const stream = () =>
      eventsOf(
        buyer,
        `${url}/${id}/messages`,
        {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        JSON.stringify({ text: '50 office chairs' }),
      )
    const events = await stream()
    expect(events.map(({ event }) => event)).toEqual([
      'message',
      'state',
      'state',
      'brief',
      'message',
      'state',
      'answered',
    ])
    expect(events.at(-1)?.data).toMatchObject({
      state: 'NEEDS_CLARIFICATION',
      clarification: { field: 'country' },
    })
    expect((await stream()).at(-1)?.event).toBe('answered')
    expect((await buyer.get(`${url}/${id}/messages`)).body.data).toHaveLength(2)
  })
})
