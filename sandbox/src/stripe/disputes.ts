import { Type } from 'typebox'
import type { SandboxHttp } from '../http.ts'
import type { Book, Change } from '../payments/book.ts'
import { type Dispute, type EventType, type Intent, sandboxId } from '../payments/intent.ts'
import { Refused } from '../payments/operations.ts'

const DisputeBody = Type.Object(
  {
    merchantReference: Type.String({ minLength: 1, maxLength: 200 }),
    /** `open` begins a dispute. The other values are the decision of the bank. */
    what: Type.Enum(['open', 'won', 'lost']),
  },
  { additionalProperties: false },
)

/** For tests: the card holder disputes the whole amount, and the bank decides. */
export function disputeRoutes(options: { readonly book: Book; readonly now: () => Date }) {
  const { book, now } = options
  return async (http: SandboxHttp): Promise<void> => {
    const path = '/stripe/test/disputes'
    http.post(path, { schema: { body: DisputeBody } }, async ({ body }, reply) => {
      const { merchantReference, what } = body
      await book.decide(() => {
        const paid = paidAs(book, merchantReference)
        const change = what === 'open' ? openDispute(paid, now()) : closeDispute(paid, what)
        return { changes: [change], result: undefined }
      })
      return reply.code(204).send()
    })
  }
}

function paidAs(book: Book, merchantReference: string): Intent {
  const paid = book
    .intents()
    .find((one) => one.merchantReference === merchantReference && one.state === 'SUCCEEDED')
  if (!paid) throw new Refused(404, 'resource_missing', 'No paid intent has this name.')
  return paid
}

function openDispute(intent: Intent, now: Date): Change {
  const dispute: Dispute = {
    id: sandboxId('dp'),
    status: 'needs_response',
    amount: intent.captured,
    createdAt: now.toISOString(),
  }
  return changeOf({ ...intent, dispute }, 'dispute.created')
}

function closeDispute(intent: Intent, status: 'won' | 'lost'): Change {
  if (!intent.dispute) throw new Refused(404, 'resource_missing', 'Nobody disputes it.')
  return changeOf({ ...intent, dispute: { ...intent.dispute, status } }, 'dispute.closed')
}

const changeOf = (intent: Intent, announce: EventType): Change => ({ intent, announce })
