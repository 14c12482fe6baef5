import { describe, expect, it } from 'vitest'
import { PurgeAttachments } from '#modules/support'
import { sql } from '#platform/db'
import { enqueue } from '#platform/jobs'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const tickets = '/api/v1/support/tickets'
const url = '/api/v1/support/attachments'
const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const theirs = await world.company()
const operator = await world.operator()

const pixel = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('an attachment', () => {
  it('has the type of its content, whatever its name and the client say', async () => {
    const sent = await upload(ours.buyer, pixel, 'boxes.exe', 'application/pdf')
    expect([sent.status, sent.body.data]).toMatchObject([
      201,
      { name: 'boxes.exe', mediaType: 'image/png', bytes: pixel.length },
    ])
    const ticket = await ticketWith(ours.buyer, [sent.body.data.id])
    for (const reader of [ours.admin, operator]) {
      const { messages } = (await reader.get(ticket)).body.data
      expect(messages[0].attachments).toEqual([
        { ...sent.body.data, signedUrl: expect.stringContaining('/file?expires=') },
      ])
      const file = await download(reader, messages[0].attachments[0].url)
      expect(file.bytes).toEqual(pixel)
      expect(file.headers.get('content-type')).toBe('image/png')
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="boxes.exe"/)
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(file.headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  it('that is a page is saved as a text and never shown', async () => {
    const page = Buffer.from('<html><script>alert(document.cookie)</script>')
    const { body } = await upload(ours.buyer, page, '../..\\"x\r\ny‮.html', 'text/plain')
    expect(body.data.name).toBe('"xy.html')
    const file = await download(ours.buyer, body.data.url)
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="_xy.html"; filename*=UTF-8''%22xy.html`,
    )
  })

  it('with the content of a program, without content, or too large is refused', async () => {
    const refusals = [
      [Buffer.from('MZ\x90\0', 'latin1'), 422, 'attachment_type_unsupported'],
      [Buffer.alloc(0), 400, 'attachment_empty'],
      [Buffer.alloc(10_000_001, 'a'), 413, 'attachment_too_large'],
    ] as const
    for (const [content, status, code] of refusals) {
      const sent = await upload(ours.buyer, content, 'a.pdf', 'application/pdf')
      expect([sent.status, sent.body.meta.code]).toEqual([status, `support.${code}`])
    }
  })

  it('belongs to one message, and to the person who uploaded it until then', async () => {
    const { id, url: address } = (await upload(ours.buyer, pixel, 'a.png')).body.data
    for (const stranger of [ours.admin, theirs.buyer, operator]) {
      expect((await stranger.get(address)).status).toBe(404)
      const body = { subject: 'Mine', message: 'Mine', attachmentIds: [id] }
      const refused = await stranger.post(tickets, body)
      expect(refused.body.meta).toMatchObject({
        code: 'support.attachments_unknown',
        details: { attachmentIds: [id] },
      })
    }
    const ticket = await ticketWith(ours.buyer, [id])
    const again = await ours.buyer.post(`${ticket}/messages`, { text: 'x', attachmentIds: [id] })
    expect([again.status, again.body.meta.code]).toEqual([422, 'support.attachments_unknown'])
    expect((await theirs.admin.get(address)).status).toBe(404)
  })

  it('of an agent reaches the customer, unless its message is an internal note', async () => {
    const ticket = await ticketWith(ours.buyer, [])
    const open = (await upload(operator, pixel, 'open.png')).body.data
    const secret = (await upload(operator, pixel, 'secret.png')).body.data
    await operator.post(`${ticket}/messages`, { text: 'Look.', attachmentIds: [open.id] })
    const note = { text: 'Not for them.', internal: true, attachmentIds: [secret.id] }
    expect((await operator.post(`${ticket}/messages`, note)).status).toBe(201)

    expect((await download(ours.buyer, open.url)).status).toBe(200)
    expect((await ours.buyer.get(secret.url)).body.meta.code).toBe('support.attachment_not_found')
    expect((await download(operator, secret.url)).status).toBe(200)
  })

  it('opens in a browser at its signed address, which expires', async () => {
    const picture = await addressOfFile(pixel, 'boxes.png')
    const shown = await download(nobody, picture)
    expect(shown).toMatchObject({ status: 200, bytes: pixel })
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename="boxes.png"/)
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
      expect(shown.headers.get(name)).toMatch(/sandbox|nosniff|no-referrer/)
    }
    const page = await download(
      nobody,
      await addressOfFile(Buffer.from('<script>1</script>'), 'a.html'),
    )
    expect(page.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')

    const other = await addressOfFile(pixel, 'other.png')
    const signatureOf = (address: string) => new URL(address, world.baseUrl).searchParams
    const forged = [
      picture.replace(/signature=.*/, 'signature=AAAAAAAAAAAAAAAAAAAAAA'),
      picture.replace(
        /expires=\d+/,
        `expires=${Number(signatureOf(picture).get('expires')) + 900}`,
      ),
      picture.replace(/signature=.*/, `signature=${signatureOf(other).get('signature')}`),
    ]
    for (const address of forged) {
      const { status, bytes } = await download(nobody, address)
      expect([status, bytes.toString().includes('support.address_invalid')]).toEqual([403, true])
    }
  })

  it('has a signed address only for those who see its message, and none before a message uses it', async () => {
    const { data } = (await upload(operator, pixel, 'secret.png')).body
    expect(data.signedUrl).toBeUndefined()
    const ticket = await ticketWith(ours.buyer, [])
    const note = { text: 'Not for them.', internal: true, attachmentIds: [data.id] }
    const written = await operator.post(`${ticket}/messages`, note)
    expect(written.body.data.message.attachments[0].signedUrl).toContain('/file?expires=')
    expect(JSON.stringify((await ours.buyer.get(ticket)).body)).not.toContain(data.id)
  })

  it('that no message uses is deleted after a day, and can no longer be used before that', async () => {
    const unused = (await upload(ours.buyer, pixel, 'unused.png')).body.data
    const used = (await upload(ours.buyer, pixel, 'used.png')).body.data
    const ticket = await ticketWith(ours.buyer, [used.id])
    await sql`
      update support.attachments set created_at = created_at - interval '26 hours'
      where company_id = ${ours.companyId} and id = any(${[unused.id, used.id]}::text[])
    `.execute(database.pool)
    const late = await ours.buyer.post(`${ticket}/messages`, {
      text: 'x',
      attachmentIds: [unused.id],
    })
    expect(late.body.meta.code).toBe('support.attachments_unknown')

    await database.transaction(async (tx) => enqueue(tx, PurgeAttachments, {}, { now: new Date() }))

    await expect.poll(rowsOf(unused.id), { timeout: 30_000 }).toBe(0)
    expect((await ours.buyer.get(unused.url)).status).toBe(404)
    expect((await download(ours.buyer, used.url)).status).toBe(200)
  })
})

function upload(client: Client, content: Buffer, name: string, type = 'application/octet-stream') {
  const body = new Blob([new Uint8Array(content)], { type })
  return client.post(`${url}?name=${encodeURIComponent(name)}`, body)
}

async function ticketWith(client: Client, attachmentIds: readonly string[]): Promise<string> {
  const body = { subject: 'Open boxes', message: 'See the photo.', attachmentIds }
  return `${tickets}/${(await client.post(tickets, body)).body.data.id}`
}

async function download({ headers }: Client, path: string) {
  const response = await fetch(`${world.baseUrl}${path}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

const nobody = { headers: {} } as Client

/** The signed address of a file, below the address of the service. */
async function addressOfFile(content: Buffer, name: string): Promise<string> {
  const { id } = (await upload(ours.buyer, content, name)).body.data
  const { body } = await ours.buyer.get(await ticketWith(ours.buyer, [id]))
  const { pathname, search } = new URL(body.data.messages[0].attachments[0].signedUrl)
  return pathname + search
}

function rowsOf(attachmentId: string) {
  return async () => {
    const { rows } = await sql`
      select from support.attachments where company_id = ${ours.companyId} and id = ${attachmentId}
    `.execute(database.pool)
    return rows.length
  }
}
