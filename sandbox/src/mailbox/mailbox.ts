import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { Type } from 'typebox'
import { pageHeaders } from '../html.ts'
import type { SandboxHttp } from '../http.ts'
import { readMessage } from './message.ts'
import { mailboxPage, type Shown } from './page.ts'

const messagesMax = 500
const bytesMax = 1_048_576

/** The page of the mailbox, which shows mails in frames. */
const mailboxHeaders = pageHeaders([], { frames: "'self'" })

/** A mail: its own styles, and nothing that runs or loads. */
const htmlHeaders = {
  ...mailboxHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
}

const Query = Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })) })

/** A mail server that accepts every mail and forwards none. It shows what it received as a page and as JSON. */
export async function openMailbox(options: { readonly port: number; readonly now: () => Date }) {
  let messages: readonly Shown[] = []
  let received = 0
  const keep = (raw: Buffer, { envelope }: SMTPServerSession) => {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    const to = envelope.rcptTo.map(({ address }) => address)
    const receivedAt = options.now().toISOString()
    received += 1
    const htmlPath = `/mailbox/html/${received}`
    const message = { ...readMessage(raw), from, to, receivedAt, htmlPath }
    messages = [message, ...messages].slice(0, messagesMax)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: bytesMax,
    logger: false,
    onAuth: (_auth, _session, answer) => answer(null, { user: 'anybody' }),
    onData: (stream, session, answer) => {
      readAll(stream).then(
        (raw) => {
          keep(raw, session)
          answer()
        },
        (error: Error) => answer(error),
      )
    },
  })
  // A client that disconnects early is not an error of this server.
  server.on('error', () => undefined)
  const port = await listenOn(server, options.port)

  const sentTo = (to: string | undefined) =>
    to === undefined
      ? messages
      : messages.filter((one) => one.to.some((each) => each.toLowerCase() === to.toLowerCase()))
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
    routes: async (http: SandboxHttp): Promise<void> => {
      http.get('/mailbox', async (_request, reply) =>
        reply.headers(mailboxHeaders).send(mailboxPage(messages.slice(0, 100))),
      )
      http.get('/mailbox/html/:number', async ({ url }, reply) => {
        const html = messages.find(({ htmlPath }) => htmlPath === url)?.html
        return html === undefined
          ? reply.code(404).send({ error: 'There is no such mail.' })
          : reply.headers(htmlHeaders).send(html)
      })
      http.get('/mailbox/messages', { schema: { querystring: Query } }, async ({ query }) => ({
        messages: sentTo(query.to),
      }))
    },
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function listenOn(server: SMTPServer, port: number): Promise<number> {
  return new Promise((done, refuse) => {
    server.server.once('error', refuse)
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', refuse)
      done((server.server.address() as AddressInfo).port)
    })
  })
}
