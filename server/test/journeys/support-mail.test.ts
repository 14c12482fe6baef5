import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { freePort } from '#harness'
import { sql } from '#platform/db'
import { aPerson } from '#testing/identity'
import { type Client, createClient } from './client.ts'
import { useWorld } from './world.ts'

const url = '/api/v1/support/tickets'
const smtpPort = await freePort()
const domain = 'replies.example.com'
const world = await useWorld({
  settings: {
    SUPPORT_INBOUND_SMTP_PORT: String(smtpPort),
    SUPPORT_INBOUND_DOMAIN: domain,
    SUPPORT_PAGE_URL: 'https://shop.example.com/support',
  },
})
const { database } = world.parts.platform
const ours = await world.company()
const buyer = await aMember('buyer')
const agent = await aMember('operator')
const own = 'Here is the photo.'

describe('a mail about a ticket', () => {
  it('goes to the customer in its language, and leads back to the ticket', async () => {
    await buyer.client.patch('/api/v1/me', { locale: 'de' })
    const id = await aTicket()
    const [confirmation] = await mailsTo(buyer.email, id, 1)
    expect(confirmation?.subject).toMatch(/^\[T-\d{4}-\d{6}\] Offene Kartons$/)
    expect(confirmation?.text).toContain('ist eingegangen')
    await agent.client.post(`${url}/${id}/messages`, { text: 'Please send us\n=-=-= a photo.' })

    const [, reply] = await mailsTo(buyer.email, id, 2)
    expect(reply?.text).toContain('=-=-= Schreiben Sie Ihre Antwort über diese Zeile =-=-=')
    expect(reply?.text).toContain('    Please send us\n    =-=-= a photo.')
    expect(reply?.text).toContain(`https://shop.example.com/support#${id}`)
    expect(JSON.stringify(reply)).not.toContain(agent.email)
    expect(reply?.replyTo).toMatch(new RegExp(`^r[0-9a-z]{57}@${domain}$`))
  })

  it('is not sent about an internal note', async () => {
    const id = await aTicket()
    await agent.client.post(`${url}/${id}/messages`, { text: 'A note.', internal: true })
    await agent.client.post(`${url}/${id}/messages`, { text: 'An answer.' })
    const mails = await mailsTo(buyer.email, id, 2)
    expect(JSON.stringify(mails)).not.toContain('A note.')
  })

  it('tells the customer that the ticket is resolved', async () => {
    const id = await aTicket()
    await mailsTo(buyer.email, id, 1)
    await agent.client.post(`${url}/${id}/resolve`)
    const [, resolved] = await mailsTo(buyer.email, id, 2)
    expect(resolved?.text).toContain('14')
  })
})

describe('a reply by mail', () => {
  it('becomes a message with its files, without the quoted mail', async () => {
    const { id, to, text } = await anAnswered()
    const quoted = text.replace(/^/gm, '> ')
    await reply(to, {
      text: `${own}\n\nAm Montag schrieb Support:\n${quoted}`,
      attachments: [
        { filename: 'boxes.png', content: Buffer.from('89504e470d0a1a0a00', 'hex') },
        { filename: 'invoice.pdf.exe', content: Buffer.from('MZ\x90\0', 'latin1') },
      ],
    })
    const { state, messages } = (await buyer.client.get(`${url}/${id}`)).body.data
    expect(state).toBe('PENDING_AGENT')
    const [message] = messages.slice(-1)
    expect(message).toMatchObject({ via: 'EMAIL', author: { kind: 'PERSON' } })
    expect(message.text.startsWith(`${own}\n\n[`)).toBe(true)
    expect(message.text).toContain('invoice.pdf.exe')
    expect(message.attachments).toMatchObject([{ name: 'boxes.png', mediaType: 'image/png' }])
  })

  it('loses its quote and its signature, and agents alone read the whole mail', async () => {
    const { id, to, text } = await anAnswered()
    const whole = `${own}\n\n-- \nBea Buyer\n\nAm 23.11.26 um 15:00 schrieb Support:\n${text.replace(/^/gm, '> ')}`
    await reply(to, { text: whole })
    await reply(to, { text: 'And one more.' })

    const [message, last] = (await agent.client.get(`${url}/${id}`)).body.data.messages.slice(-2)
    expect([message.text, last.text]).toEqual([own, 'And one more.'])
    expect(message.mailUrl).toBe(`${url}/${id}/messages/${message.id}/mail`)
    expect(last.mailUrl).toBeUndefined()
    const read = await agent.client.get(message.mailUrl)
    expect(read.body.data.messageId).toBe(message.id)
    expect(read.body.data.text.trim()).toBe(whole.trim())

    expect(JSON.stringify((await buyer.client.get(`${url}/${id}`)).body)).not.toContain('mailUrl')
    expect((await buyer.client.get(message.mailUrl)).status).toBe(403)
    expect((await ours.admin.get(message.mailUrl)).status).toBe(403)
    const none = await agent.client.get(`${url}/${id}/messages/${last.id}/mail`)
    expect(none).toMatchObject({ status: 404, body: { meta: { code: 'support.mail_not_found' } } })
  })

  it('of the agent answers the customer', async () => {
    const { id } = await anAnswered()
    await agent.client.post(`${url}/${id}/assign`, { assigneeId: agent.id })
    await buyer.client.post(`${url}/${id}/messages`, { text: 'Any news?' })
    const [waiting] = await mailsTo(agent.email, id, 1)
    await reply(waiting?.replyTo ?? '', {
      from: agent.email,
      html: '<p>We send two <b>new</b> boxes.</p>',
    })

    const { state, messages } = (await buyer.client.get(`${url}/${id}`)).body.data
    expect(state).toBe('PENDING_CUSTOMER')
    expect(messages.at(-1)).toMatchObject({
      author: { kind: 'AGENT' },
      text: 'We send two new boxes.',
      via: 'EMAIL',
    })
  })

  it('that arrives twice is one message', async () => {
    const { id, to } = await anAnswered()
    const mail = { text: own, messageId: '<once@mail.example.com>' }
    await reply(to, mail)
    await reply(to, mail)
    expect(await textsOf(id)).toEqual(['Two boxes.', 'A photo, please.', own])
  })

  it('reopens a resolved ticket, and bounces from a closed one', async () => {
    const { id, to } = await anAnswered()
    await agent.client.post(`${url}/${id}/resolve`)
    await reply(to, { text: own })
    expect((await buyer.client.get(`${url}/${id}`)).body.data.state).toBe('PENDING_AGENT')
    await agent.client.post(`${url}/${id}/resolve`)
    await sql`
      update support.tickets set resolved_at = resolved_at - interval '15 days'
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(database.pool)
    await expect(reply(to, { text: own })).rejects.toThrow(/^.*550.*Open a new ticket/s)
  })

  it.each([
    ['a program answers', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a list forwards it', { headers: { 'List-Id': '<all.example.com>' } }],
    ['it is bulk mail', { headers: { Precedence: 'bulk' } }],
    ['it is our own', { messageId: `<${'a'.repeat(40)}@purveyor.example>` }],
    ['it has no sender', { envelope: { from: '' } }],
  ])('is ignored if %s', async (_why, more) => {
    const { id, to } = await anAnswered()
    await reply(to, { text: own, ...more })
    expect(await textsOf(id)).toHaveLength(2)
  })

  it('is refused at an address that is forged, of another ticket, or for nobody', async () => {
    const { to } = await anAnswered()
    const other = await anAnswered()
    const forged = [
      to.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')),
      `r${other.to.slice(1, 27)}${to.slice(27)}`,
      `postmaster@${domain}`,
      to.replace(domain, 'elsewhere.example.com'),
    ]
    for (const address of forged) {
      await expect(reply(address, { text: own })).rejects.toThrow(/550 5\.1\.1/)
    }
  })

  it('is refused from somebody else, and from a person who has left', async () => {
    const { id, to } = await anAnswered()
    const stranger = reply(to, { from: 'eve@example.com', text: own })
    await expect(stranger).rejects.toThrow(/550 5\.7\.1/)
    const leaver = await aMember('buyer')
    const { to: leaverTo } = await anAnswered(leaver)
    await sql`
      delete from identity.memberships where company_id = ${ours.companyId} and user_id = ${leaver.id}
    `.execute(database.pool)
    await expect(reply(leaverTo, { from: leaver.email, text: own })).rejects.toThrow(/550 5\.1\.1/)
    expect(await textsOf(id)).toHaveLength(2)
  })

  it('is refused if it is too large, or has too many parts, too many levels or no text', async () => {
    const { id, to } = await anAnswered()
    const parts = Array.from({ length: 110 }, () => ({ filename: 'a.txt', content: 'a' }))
    const nested = `${level(0)}deep`
    await expect(reply(to, { text: 'x'.repeat(15_100_000) })).rejects.toThrow(/552/)
    await expect(reply(to, { text: own, attachments: parts })).rejects.toThrow(/too many parts/)
    await expect(send(to, buyer.email, nested)).rejects.toThrow(/550 5\.6\.0/)
    await expect(reply(to, { text: 'x'.repeat(20_001) })).rejects.toThrow(/20000/)
    await expect(reply(to, { text: '> only a quote' })).rejects.toThrow(/no text/)
    expect(await textsOf(id)).toHaveLength(2)
  })

  it('takes one recipient, and no more than thirty mails of a person in an hour', async () => {
    const { id, to } = await anAnswered()
    const { to: second } = await anAnswered()
    const sent = await transport().sendMail({ from: buyer.email, to: [to, second], text: own })
    expect(sent.accepted).toEqual([to])
    for (let count = 1; count < 30; count += 1) await reply(to, { text: `${own} ${count}` })
    await expect(reply(to, { text: 'One more.' })).rejects.toThrow(/450 4\.7\.1/)
    expect(await textsOf(id)).toHaveLength(32)
  })
})

type Member = { readonly id: string; readonly email: string; readonly client: Client }

async function aMember(role: 'buyer' | 'operator'): Promise<Member> {
  const person = await aPerson(database, { companyId: ours.companyId, role })
  const { accessToken } = await world.parts.modules.identity.signIn(person)
  const client = createClient(world.baseUrl, { bearer: accessToken })
  return { id: person.actor.id, email: person.email, client }
}

async function aTicket({ client }: Member = buyer): Promise<string> {
  const question = { subject: 'Offene Kartons', message: 'Two boxes.' }
  return (await client.post(url, question)).body.data.id
}

/** A ticket that the agent has answered, and the address to which the customer replies. */
async function anAnswered(customer: Member = buyer) {
  const id = await aTicket(customer)
  await mailsTo(customer.email, id, 1)
  await agent.client.post(`${url}/${id}/messages`, { text: 'A photo, please.' })
  const [, answer] = await mailsTo(customer.email, id, 2)
  return { id, to: answer?.replyTo ?? '', text: answer?.text ?? '' }
}

type Mail = { readonly subject: string; readonly text: string; readonly replyTo?: string }

/** The mails to a person about a ticket, oldest first, once there are so many. */
async function mailsTo(email: string, ticketId: string, count: number): Promise<Mail[]> {
  let mails: Mail[] = []
  const read = async () => {
    const answer = await fetch(
      `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`,
    )
    const { messages } = (await answer.json()) as { messages: Mail[] }
    mails = messages.filter(({ text }) => text.includes(ticketId)).reverse()
    return mails.length
  }
  await expect.poll(read, { timeout: 30_000 }).toBe(count)
  return mails
}

async function textsOf(ticketId: string): Promise<string[]> {
  const { messages } = (await agent.client.get(`${url}/${ticketId}`)).body.data
  return messages.map(({ text }: { text: string }) => text)
}

const transport = () => createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })

async function reply(to: string, mail: object): Promise<void> {
  const envelope = {
    from: buyer.email,
    to,
    ...('envelope' in mail ? (mail.envelope as object) : {}),
  }
  await transport().sendMail({ from: buyer.email, to, ...mail, envelope })
}

async function send(to: string, from: string, raw: string): Promise<void> {
  await transport().sendMail({ envelope: { from, to }, raw })
}

/** The head of a part within a part, many levels deep. */
function level(depth: number): string {
  const head = depth === 0 ? `From: ${buyer.email}\r\nMIME-Version: 1.0\r\n` : `--b${depth - 1}\r\n`
  const part = `${head}Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n`
  return depth === 40 ? part : part + level(depth + 1)
}
