import { expect, it } from 'vitest'
import { createClient, type EarlierPages } from '../src/index.ts'

it('a read returns the earlier answer while the service says that it is the same', async () => {
  const { client, tags } = answering(page('1', 'W/"a"'), unchanged())

  const earlier = await client.addresses.list()
  const later = await client.addresses.list({}, { earlier })

  expect(earlier).toMatchObject({ etag: 'W/"a"', isUnchanged: false })
  expect(later).toMatchObject({ data: [{ id: '1' }], etag: 'W/"a"', isUnchanged: true })
  expect(tags).toEqual([null, 'W/"a"'])
})

it('a list transfers no page that has not changed, and forgets a page that nothing leads to', async () => {
  const whole = [page('1', 'W/"a"', 'old'), page('2', 'W/"b"')]
  const changed = [page('0', 'W/"c"', 'new'), page('1', 'W/"d"')]
  const { client, tags } = answering(...whole, unchanged(), unchanged(), ...changed)
  const earlier: EarlierPages = new Map()
  const read = async () => {
    const ids: string[] = []
    for await (const { id } of client.addresses.each({}, { earlier })) ids.push(id)
    return ids
  }

  expect([await read(), await read(), await read()]).toEqual([
    ['1', '2'],
    ['1', '2'],
    ['0', '1'],
  ])
  expect(tags).toEqual([null, null, 'W/"a"', 'W/"b"', 'W/"a"', null])
  expect([...earlier.keys()]).toEqual(['', 'new'])
})

function page(id: string, etag: string, nextCursor?: string): Response {
  const meta = { limit: 1, ...(nextCursor !== undefined && { nextCursor }) }
  return Response.json({ success: true, data: [{ id }], meta }, { headers: { etag } })
}

const unchanged = () => new Response(null, { status: 304 })

/** A client whose service gives these answers, and the tags that it is sent. */
function answering(...answers: Response[]) {
  const tags: (string | null)[] = []
  const client = createClient({
    baseUrl: 'https://purveyor.example.com',
    apiKey: '<API_KEY>',
    fetch: async (request) => {
      tags.push(request.headers.get('if-none-match'))
      return answers.shift() as Response
    },
  })
  return { client, tags }
}
