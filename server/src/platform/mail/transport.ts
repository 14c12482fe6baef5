import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#platform/net'

export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same as HTML. Mail programs show one of the two. */
  readonly html?: string | undefined
  readonly messageId: string
  readonly replyTo?: string | undefined
  /** The Message-ID that names the thread. */
  readonly references?: string | undefined
}

/** The server refused the mail for good, so another attempt would fail too. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export type Transport = { send(letter: Letter): Promise<void>; close(): void }

/**
 * Mails that follow each other quickly share one connection. Otherwise each would need a greeting and a TLS handshake of its own.
 */
const keptIdleMs = 1_000

/** Errors on the way to the server. Node describes them. */
const connectionErrors: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
])

/** Mails by SMTP: a text, and the same as HTML. Across a network it is sent only over TLS. */
export function createSmtpTransport(url: string, from: string): Transport {
  const { hostname, protocol } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    idleTimeout: keptIdleMs,
    requireTLS: protocol === 'smtp:' && !isLoopbackHost(hostname),
    // A mail server on this machine mostly has a self-signed certificate, and nobody can intercept the connection.
    tls: { rejectUnauthorized: !isLoopbackHost(hostname) },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return {
    send: async ({ to, subject, text, html, messageId, replyTo, references }) => {
      try {
        const message = { from, to, subject, text, html, messageId, replyTo, references }
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
  /** The answer of the server. `responseCode` is its number. */
  readonly response?: string
  readonly responseCode?: number
}

/** The answer of the server may repeat the address or the text, so only its number is kept. */
function reasonOf({ code = '', message, response, responseCode }: SmtpError): string {
  if (connectionErrors.has(code) && response === undefined) return `${code} (${message})`
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown'
}
