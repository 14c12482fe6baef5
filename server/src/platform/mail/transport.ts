import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#platform/net'

export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly messageId: string
}

/** The server said no for good: trying again would only say it again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export type Transport = { send(letter: Letter): Promise<void>; close(): void }

/** Mails on the heels of one another go by one connection: without it each would be greeted, and encrypted, anew. */
const keptIdleMs = 1_000

/** Troubles on the way to the server, which are told in Node's words. */
const ofTheWay: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
])

/** Plain text by SMTP. Across a network only over TLS. */
export function createSmtpTransport(url: string, from: string): Transport {
  const { hostname, protocol } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    idleTimeout: keptIdleMs,
    requireTLS: protocol === 'smtp:' && !isLoopbackHost(hostname),
    // A mail server of this machine mostly has a certificate that it made itself, and nobody stands between.
    tls: { rejectUnauthorized: !isLoopbackHost(hostname) },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return {
    send: async ({ to, subject, text, messageId }) => {
      try {
        const message = { from, to, subject, text, messageId }
        await transport.sendMail({ ...message, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        const { responseCode } = error as SmtpError
        const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode < 560
        const reason = reasonOf(error as SmtpError)
        throw isFinal
          ? new MailRefused(`The mail server refused the mail: ${reason}.`)
          : new Error(`The mail server could not take the mail: ${reason}.`)
      }
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & {
  readonly code?: string
  /** What the server said, and its number. */
  readonly response?: string
  readonly responseCode?: number
}

/** The server's words may repeat the address or the text: of those only the number is kept. */
function reasonOf({ code = '', message, response, responseCode }: SmtpError): string {
  if (ofTheWay.has(code) && response === undefined) return `${code} (${message})`
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown'
}
