import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { readSettings, type SettingsSlice } from '#platform/config'
import { sql } from '#platform/db'
import { createJobs } from '#platform/jobs'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { createWake } from '#platform/wake'
import { useSandbox } from '#testing/hosts/sandbox'
import { enqueueMail, type Mail, mailBacklog, mailJobs, mailSettings } from './index.ts'
import { createSmtpTransport } from './transport.ts'

const from = 'Purveyor <no-reply@purveyor.example>'
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const seal = createSeal(sealKeysFrom({ fallbackSecret: 'a secret of at least 32 bytes, no. 2' }))
let now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const sandbox = await useSandbox({ now: () => now })

beforeEach(async () => {
  now = new Date('2026-01-02T03:04:05Z')
  await sql`delete from platform.jobs`.execute(database.pool)
})

describe('a mail', () => {
  it('is sent when its transaction commits, and arrives as it was written', async () => {
    const subject = 'Grüße, "quoted" and long '.repeat(4).trim()
    const text = `Guten Tag,\n\n${'ein langer Satz mit ß und € '.repeat(8)}\n.\nEnde`
    await write({ to: 'bea@example.com', subject, text })
    await database
      .transaction(async (tx) => {
        enqueueMail(tx, aMail({ to: 'never@example.com', dedupeKey: 'rolled back' }))
        throw new Error('no')
      })
      .catch(() => undefined)

    expect(await worker(sandbox.smtpUrl).drain()).toBe(1)
    const [message] = await received('bea@example.com')
    expect(message).toMatchObject({ subject, text, to: ['bea@example.com'] })
    expect(message?.from).toBe('no-reply@purveyor.example')
    expect(await received('never@example.com')).toEqual([])
    const page = await fetch(`${sandbox.url}/mailbox`)
    expect(await page.text()).toContain('&quot;quoted&quot;')
    expect(message?.html).toContain('ein langer Satz mit ß und €')
    const html = await fetch(`${sandbox.url}${message?.htmlPath}`)
    expect(await html.text()).toBe(message?.html)
    expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/)
  })

  it('is one message with a text and HTML for the mail programs of others', async () => {
    const sent = await rawOf({
      locale: 'fr',
      subject: 'Votre commande : 1 234,50 € – ✓',
      text: `Été à l’étranger\n\n${'mot '.repeat(500)}\n\n=3D =C3 . \n.\n日本語 😀`,
    })
    expect(sent.toString('latin1')).toMatch(/^[\x20-\x7e\t\r\n]*$/)
    expect(
      Math.max(
        ...sent
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(999)
    const mail = await PostalMime.parse(sent)
    expect(mail.headers.find(({ key }) => key === 'content-type')?.value).toMatch(
      /^multipart\/alternative;/,
    )
    expect(mail.attachments).toEqual([])
    expect(mail.subject).toBe('Votre commande : 1 234,50 € – ✓')
    expect(mail.text).toContain('=3D =C3 . \n.\n日本語 😀')
    expect(mail.html).toContain('<html lang="fr" dir="ltr">')
    expect(mail.html).toContain(
      '<p style="margin:0 0 16px;overflow-wrap:anywhere;word-break:break-word">Été à l’étranger</p>',
    )
    expect(mail.html).toContain('日本語 😀')
  })

  it('that is written twice while it waits is sent once', async () => {
    await write({ to: 'twice@example.com', dedupeKey: 'one' })
    await write({ to: 'twice@example.com', dedupeKey: 'one' })

    await worker(sandbox.smtpUrl).drain()
    expect(await received('twice@example.com')).toHaveLength(1)
  })

  it('with a secret is sealed until it is sent', async () => {
    await write({ to: 'sealed@example.com', text: 'canary-4711', seal })
    const { rows } = await sql<{ payload: unknown }>`
      select payload from platform.jobs
    `.execute(database.pool)
    expect(JSON.stringify(rows)).not.toContain('canary-4711')

    await worker(sandbox.smtpUrl).drain()
    const [message] = await received('sealed@example.com')
    expect(message?.text).toBe('canary-4711')
    expect(message?.html).toContain('canary-4711')
  })

  it('that an older process wrote has no HTML, and is sent', async () => {
    await write({ to: 'older@example.com' })
    await sql`update platform.jobs set payload = payload - 'html'`.execute(database.pool)
    await worker(sandbox.smtpUrl).drain()
    const [message] = await received('older@example.com')
    expect(message).toMatchObject({ text: 'Hello' })
    expect(message?.html).toBeUndefined()
  })

  it('is not sent when it is too late to be useful', async () => {
    await write({ to: 'late@example.com', usefulUntil: new Date(now.getTime() + 60_000) })
    now = new Date(now.getTime() + 61_000)

    expect(await worker(sandbox.smtpUrl).drain()).toBe(1)
    expect(await received('late@example.com')).toEqual([])
  })

  it.each([
    'two@example.com, more@example.com',
    'bea@example.com\r\nBcc: more@example.com',
    'Bea <bea@example.com>',
    'nobody',
  ])('is refused when its address is %j', async (to) => {
    await expect(write({ to })).rejects.toThrow('one plain address')
  })

  const breaks = [
    '\r\n',
    '\n',
    '\r',
    '\u0085',
    '\u2028',
    '\u2029',
    '\v',
    '\f',

    '\u001b',
    '\u202e',
  ]
  it.each(breaks)(
    'has the headers of every mail on the wire when its words contain %j',
    async (sign) => {
      const forged = `Hello${sign}Bcc: more@example.com${sign}${sign}<b>forged</b>`
      const namesOf = async (raw: Buffer) =>
        (await PostalMime.parse(raw)).headers.map(({ key }) => key).sort()
      const usual = await rawOf({ dedupeKey: `usual ${sign}`, thread: 'one' })
      const sent = await rawOf({ subject: forged, text: forged, dedupeKey: forged, thread: forged })
      expect(await namesOf(sent)).toEqual(await namesOf(usual))
      const { subject, to, cc, bcc } = await PostalMime.parse(sent)
      expect([to?.map(({ address }) => address), cc, bcc]).toEqual([
        ['bea@example.com'],
        undefined,
        undefined,
      ])
      expect(subject).toBe('Hello Bcc: more@example.com <b>forged</b>')
    },
  )
})

describe('mails in close succession', () => {
  it('use one connection, and another one when the server closes it', async () => {
    const server = await aServer('250 somebody')
    const { drain } = worker(server.url)
    let sent = 0
    const send = async () => {
      const before = server.seen()
      sent += 1
      await write({ to: `number-${sent}@example.com` })
      await drain()
      const { connections, mails } = server.seen()
      return { connections: connections - before.connections, mails: mails - before.mails }
    }
    expect(await send()).toEqual({ connections: 1, mails: 1 })
    // Several attempts, because a busy machine may be late for the second during which a connection is kept.
    await expect.poll(send).toEqual({ connections: 0, mails: 1 })

    server.hangUp()
    expect(await send()).toEqual({ connections: 1, mails: 1 })
    await server.close()
  })
})

describe('without a mail server', () => {
  it('mail waits, is counted, and is sent when a server is configured', async () => {
    await write({ to: 'waits@example.com' })
    now = new Date(now.getTime() + 7_000)
    expect(await worker(undefined).drain()).toBe(0)
    expect(await mailBacklog(database.pool, now)).toEqual({
      waiting: 1,
      failed: 0,
      oldestAgeSeconds: 7,
      oldestFailedAgeSeconds: 0,
    })

    await worker(sandbox.smtpUrl).drain()
    expect(await received('waits@example.com')).toHaveLength(1)
    expect(await mailBacklog(database.pool, now)).toMatchObject({ waiting: 0 })
  })

  it('a given-up mail ages from that moment', async () => {
    await write({ to: 'lost@example.com' })
    await sql`
      update platform.jobs set state = 'EXHAUSTED', given_up_at = ${now}, created_at = ${now}::timestamptz - interval '1 day'
      where payload ->> 'to' = 'lost@example.com'
    `.execute(database.pool)
    now = new Date(now.getTime() + 9_000)
    expect(await mailBacklog(database.pool, now)).toMatchObject({
      failed: 1,
      oldestFailedAgeSeconds: 9,
    })
  })

  it('a temporary refusal is retried later; a permanent one ends the mail', async () => {
    await write({ to: 'retry@example.com' })
    const away = await aServer('421 4.3.0 too busy')
    await worker(away.url).drain()
    await away.close()
    expect(await mailBacklog(database.pool, now)).toMatchObject({ waiting: 1 })

    now = new Date(now.getTime() + 60_000)
    const refusing = await aServer('550 5.1.1 nobody of that name')
    await worker(refusing.url).drain()
    await refusing.close()
    expect(await mailBacklog(database.pool, now)).toMatchObject({ waiting: 0, failed: 0 })
  })
})

describe('a mail server on this machine', () => {
  it('may have a self-signed certificate', async () => {
    expect((await rawOf({ subject: 'Over TLS' })).toString()).toMatch(/^Subject: Over TLS\r$/m)
  })

  it('that is not there is reported in words', async () => {
    const transport = createSmtpTransport('smtp://127.0.0.1:1', from)
    const letter = { to: 'bea@example.com', subject: '', text: '', messageId: '<1@example.com>' }
    await expect(transport.send(letter)).rejects.toThrow(
      'The mail server could not take the mail: ESOCKET (connect ECONNREFUSED 127.0.0.1:1).',
    )
    transport.close()
  })
})

describe('the mail settings', () => {
  it('are complete or absent', () => {
    const slices = [mailSettings as unknown as SettingsSlice]
    const read = (environment: Record<string, string>) => readSettings(slices, environment).problems
    expect(read({})).toEqual([])
    expect(read({ MAIL_SMTP_URL: 'smtp://mail.example' })[0]?.name).toBe('MAIL_FROM')
    expect(read({ MAIL_SMTP_URL: 'http://mail.example', MAIL_FROM: from })[0]?.name).toBe(
      'MAIL_SMTP_URL',
    )
    expect(read({ MAIL_SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).toEqual([])
  })
})

function worker(smtpUrl: string | undefined) {
  return createJobs({
    database,
    handlers: mailJobs({ smtpUrl, from, seal, now: () => now, log }),
    wake: createWake(createMemoryCache(() => now)),
    now: () => now,
    log,
  })
}

function aMail(overrides: Partial<Mail>): Mail {
  const { to = 'bea@example.com', subject = 'Hello' } = overrides
  return {
    to,
    subject,
    text: 'Hello',
    locale: 'en',
    dedupeKey: `${to}/${subject}`,
    now,
    ...overrides,
  }
}

const write = (overrides: Partial<Mail>) =>
  database.transaction(async (tx) => enqueueMail(tx, aMail(overrides)))

/** The bytes of a mail as a mail server gets them, over TLS. */
async function rawOf(overrides: Partial<Mail>): Promise<Buffer> {
  const mails: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData: async (stream, { secure }, answer) => {
      const mail = await buffer(stream)
      if (secure) mails.push(mail)
      answer()
    },
  })
  const { port } = await new Promise<AddressInfo>((done) => {
    const listening = server.listen(0, '127.0.0.1', () => done(listening.address() as AddressInfo))
  })
  await write(overrides)
  await worker(`smtp://127.0.0.1:${port}`).drain()
  await new Promise<void>((done) => server.close(done))
  expect(mails).toHaveLength(1)
  return Buffer.concat(mails)
}

type Received = {
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly htmlPath: string
  readonly from: string
}

async function received(to: string): Promise<Received[]> {
  const answer = await fetch(`${sandbox.url}/mailbox/messages?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { messages: Received[] }).messages
}

/** A mail server that accepts everything until a client names a recipient. */
async function aServer(answerToRecipient: string) {
  const sockets = new Set<Socket>()
  let connections = 0
  let mails = 0
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let isText = false
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (data) => {
      const text = data.toString()
      if (isText && !text.endsWith('\r\n.\r\n')) return
      const command = text.slice(0, 4).toUpperCase()
      if (isText) mails += 1
      isText = !isText && command === 'DATA'
      if (isText) socket.write('354 go on\r\n')
      else socket.write(command === 'RCPT' ? `${answerToRecipient}\r\n` : '250 fine\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    seen: () => ({ connections, mails }),
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
