import { type Book, openBook } from './book.ts'
import { createEventSender, type SandboxLog, type SignedEvent } from './event-sender.ts'
import type { Faults } from './faults.ts'
import type { ProviderEvent } from './intent.ts'

type Options = {
  readonly dataDir: string
  readonly name: string
  readonly eventsUrl: string
  readonly secret: string
  readonly faults: Faults
  readonly now: () => Date
  readonly log: SandboxLog
  readonly wire?: (event: ProviderEvent) => SignedEvent
  readonly retryDelaysMs?: readonly number[]
}

/** The book of one provider, its clock, and the sender of its events. */
export type Desk = {
  readonly book: Book
  /** Sends the events that an earlier process has not sent, and starts the clock. */
  open(): void
  close(): Promise<void>
}

const expireEveryMs = 1_000

export async function openDesk(options: Options): Promise<Desk> {
  const { dataDir, name, now, log } = options
  let send: (event: ProviderEvent) => void = () => undefined
  const book = await openBook({ dataDir, name, now, onEvent: (event) => send(event) })
  const sender = createEventSender({ ...options, close: book.closeEvent })
  send = sender.send
  let expiry: NodeJS.Timeout | undefined
  return {
    book,
    open: () => {
      for (const event of book.openEvents()) sender.send(event)
      expiry = setInterval(() => {
        book.expireDue().catch((error: unknown) => log.warn({ err: error }, 'intents not expired'))
      }, expireEveryMs)
      expiry.unref()
    },
    close: async () => {
      clearInterval(expiry)
      await sender.stop()
      await book.close()
    },
  }
}
