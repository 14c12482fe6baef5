import { Type } from 'typebox'
import { pageHeaders } from '../html.ts'
import type { SandboxHttp } from '../http.ts'
import type { Book } from './book.ts'
import type { Intent } from './intent.ts'
import { settleIntent } from './operations.ts'
import { declinedCard, missingPage, payPage, resultPage, returnAddress } from './page.ts'

type Options = {
  readonly book: Book
  readonly now: () => Date
  /** The path of the pages. The default is `/payments/pay`. */
  readonly path?: string
  /** Whether the payer may try another card after a decline. */
  readonly mayTryAgain?: boolean
}

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) })
const PayForm = Type.Object({
  choice: Type.Optional(Type.Union([Type.Literal('pay'), Type.Literal('decline')])),
  card: Type.Optional(Type.String({ maxLength: 40 })),
})

/** The hosted page. Its address is the secret: a caller that has it may pay, and do nothing else. */
export function payRoutes({ book, now, path = '/payments/pay', mayTryAgain = false }: Options) {
  return async (http: SandboxHttp): Promise<void> => {
    http.get(`${path}/:id`, { schema: { params: Params } }, async (request, reply) => {
      await book.expireDue()
      const intent = book.intent(request.params.id)
      if (!intent) return reply.code(404).headers(pageHeaders()).send(missingPage())
      return intent.state === 'REQUIRES_PAYMENT'
        ? reply.headers(pageHeaders(formActionOf(intent))).send(payPage(intent, path))
        : reply.headers(pageHeaders()).send(resultPage(intent))
    })

    http.post(
      `${path}/:id`,
      { schema: { params: Params, body: PayForm } },
      async (request, reply) => {
        await book.expireDue()
        const { id } = request.params
        if (!book.intent(id)) return reply.code(404).headers(pageHeaders()).send(missingPage())
        const choice = choiceOf(request.body)
        if (choice === 'decline' && mayTryAgain) return reply.redirect(`${path}/${id}`, 303)
        const intent = await settleIntent(book, id, choice, now())
        return intent.returnUrl
          ? reply.redirect(returnAddress(intent, intent.returnUrl), 303)
          : reply.headers(pageHeaders()).send(resultPage(intent))
      },
    )
  }
}

/** Enter in the card field submits the form without a button. That means to pay. */
function choiceOf({ choice, card }: { choice?: 'pay' | 'decline'; card?: string }) {
  const isDeclined = card?.replace(/\D/g, '') === declinedCard
  return choice === 'decline' || isDeclined ? 'decline' : 'pay'
}

function formActionOf({ returnUrl }: Intent): string[] {
  return ["'self'", ...(returnUrl ? [new URL(returnUrl).origin] : [])]
}
