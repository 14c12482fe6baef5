import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Limiter } from '#platform/http'
import type { Log, Metrics } from '#platform/telemetry'
import {
  findReplier,
  type InboundDeps,
  MailDeclined,
  type Replier,
  receiveMail,
} from './receive-mail.ts'

export type InboundOptions = InboundDeps & {
  readonly host: string
  readonly port: number
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly metrics: Metrics
  /** Counts the connections of one address. */
  readonly connections: Limiter
}

/** Ten megabytes of files, which base 64 makes a third larger, and the text. */
const mailBytesMax = 15_000_000
const clientsMax = 10
const idleMs = 30_000

/** A mail server that takes replies to tickets and nothing else. It sends nothing, so it cannot be used to reach others. */
export function createInboundServer(options: InboundOptions) {
  const { log, connections } = options
  const outcomes = countOutcomes(options.metrics)
  const repliers = new WeakMap<SMTPServerSession, Replier>()
  const server = new SMTPServer({
    banner: 'ready',
    name: 'support',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    logger: false,
    size: mailBytesMax,
    maxClients: clientsMax,
    socketTimeout: idleMs,
    closeTimeout: 2_000,
    onConnect: ({ remoteAddress }, answer) => {
      connections.take(remoteAddress).then(
        ({ allowed }) =>
          answer(
            allowed ? null : mailDeclined(421, '4.7.0 Too many connections. Try again later.'),
          ),
        () => answer(null),
      )
    },
    onRcptTo: ({ address }, session, answer) => {
      // One mail is for one person of one ticket. The sender's server sends the next recipient a mail of its own.
      if (session.envelope.rcptTo.length > 0) {
        return answer(mailDeclined(452, '4.5.3 One recipient at a time.'))
      }
      findReplier(options, address).then(
        (replier) => {
          repliers.set(session, replier)
          answer()
        },
        (error: unknown) => {
          outcomes.add({ outcome: 'refused' })
          answer(answerTo(error, log))
        },
      )
    },
    onData: (stream, session, answer) => {
      take(options, repliers.get(session), stream, session).then(
        (outcome) => {
          outcomes.add({ outcome })
          answer()
        },
        (error: unknown) => {
          outcomes.add({ outcome: 'refused' })
          answer(answerTo(error, log))
        },
      )
    },
  })
  // A client that disconnects early is not an error of this server.
  server.on('error', (error: NodeJS.ErrnoException) => {
    log.info({ code: error.code }, 'A connection of the inbound mail server failed.')
  })
  return {
    listen: () => listenOn(server, options),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

async function take(
  deps: InboundDeps,
  replier: Replier | undefined,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
) {
  const raw = await readAll(stream)
  if (!raw) throw new MailDeclined(552, `5.3.4 A mail may have ${mailBytesMax} bytes.`)
  if (!replier) throw new MailDeclined(503, '5.5.1 The mail has no recipient.')
  // A report that a mail was not delivered has no sender.
  if (envelope.mailFrom === false || envelope.mailFrom.address === '') return 'ignored' as const
  return receiveMail(deps, replier, raw)
}

/** Undefined if the mail is too large. The rest of it is read and dropped, as the protocol wants. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += (piece as Buffer).length
    if (bytes > mailBytesMax) pieces.length = 0
    else pieces.push(piece as Buffer)
  }
  return bytes > mailBytesMax ? undefined : Buffer.concat(pieces)
}

function answerTo(error: unknown, log: Pick<Log, 'error'>): Error {
  if (error instanceof MailDeclined) return error
  log.error({ err: error }, 'A mail could not be taken. Its sender tries again.')
  return mailDeclined(451, '4.3.0 The mail could not be taken now. Try again later.')
}

const mailDeclined = (code: number, message: string) => new MailDeclined(code, message)

function countOutcomes(metrics: Metrics) {
  return metrics.counter(
    'support_inbound_mails_total',
    'Mails to reply addresses, by outcome: written, repeated, ignored (nobody wrote them) or refused.',
    ['outcome'],
  )
}

function listenOn(server: SMTPServer, at: { readonly host: string; readonly port: number }) {
  return new Promise<number>((done, refuse) => {
    server.server.once('error', refuse)
    server.listen(at.port, at.host, () => {
      server.server.off('error', refuse)
      done((server.server.address() as AddressInfo).port)
    })
  })
}
