import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { Failure } from '#kernel/failure'
import {
  type ApprovalPage,
  approvalPage,
  type ShownApproval,
  type ShownOrder,
  type TicketPage,
  ticketPage,
} from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { idIn, readIfAllowed } from './record-routes.ts'
import { Locale, pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { assertOwnForm, type Visit } from './visit.ts'

const Done = Type.Object({ ...Locale, done: Type.Optional(Type.Literal('yes')) })
const ApprovalDone = Type.Object({
  ...Locale,
  done: Type.Optional(Type.Enum(['yes', 'reduced'])),
})

const DecisionForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  decision: Type.Enum(['approve', 'reject', 'return', 'comments', 'approvers']),
  contentHash: Type.Optional(Type.String({ maxLength: 64 })),
  step: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', maxLength: 3 })),
  note: Type.Optional(Type.String({ maxLength: 1_000 })),
  reason: Type.Optional(Type.String({ maxLength: 1_000 })),
  comment: Type.Optional(Type.String({ maxLength: 1_000 })),
  text: Type.Optional(Type.String({ maxLength: 1_000 })),
  personId: Type.Optional(Type.String({ maxLength: 64 })),
  key: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$', maxLength: 36 })),
})

export function addApprovalRoutes(pages: Http, deps: AccountDeps): void {
  pages.get(
    '/account/approvals/:approvalId',
    pageReadConfig(ApprovalDone),
    async (request, reply) =>
      forMember(deps, request, reply, (visit) =>
        showApproval(visit, reply, idIn(request), { done: request.query.done }),
      ),
  )

  pages.post(
    '/account/approvals/:approvalId',
    pageFormConfig(DecisionForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        const { body } = request
        assertOwnForm(visit, body.formToken)
        const id = idIn(request)
        const { decision, note = '', reason = '', comment = '', text = '' } = body
        const typed = { note, reason, comment, text }
        const needed = { reject: reason, return: comment, comments: text }
        if (decision in needed && needed[decision as keyof typeof needed].trim() === '') {
          const problem = visit.words.t(decision === 'comments' ? 'problem.text' : 'problem.reason')
          return showApproval(visit, reply, id, { problem, status: 422, typed })
        }
        try {
          const { key } = body
          const path = `/api/v1/approvals/${id}/${decision}`
          await visit.post(path, decisionIn(body), key === undefined ? {} : { key })
        } catch (error) {
          const { message: problem, status } = refusal(error)
          return showApproval(visit, reply, id, { problem, status, typed })
        }
        const isSaid = decision === 'comments' || decision === 'approvers'
        return reply.redirect(`/account/approvals/${id}${isSaid ? '' : '?done=yes'}`, 303)
      }),
  )
}

/** The hash and the step are what the person has read. If the request is another one by now, the API refuses the decision. */
function decisionIn(form: Static<typeof DecisionForm>): object {
  const { decision, contentHash = '', step, note, reason, comment, text, personId } = form
  if (decision === 'comments') return { text }
  if (decision === 'approvers') return { personId }
  const version = { contentHash, step: Number(step) }
  if (decision === 'reject') return { ...version, reason }
  if (decision === 'return') return { ...version, comment }
  return { ...version, ...(note?.trim() ? { note } : {}) }
}

/** What the page shows itself. Throws everything else. */
export function refusal(error: unknown): Failure {
  if (!(error instanceof Failure)) throw error
  const isShownHere = error.status < 500 && error.status !== 401 && error.status !== 404
  if (!isShownHere) throw error
  return error
}

type ApprovalState = Pick<
  ApprovalPage,
  'typed' | 'done' | 'problem' | 'changed' | 'reduced' | 'payAt'
> & {
  readonly status?: number
}

export async function showApproval(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  { status = 200, ...state }: ApprovalState,
): Promise<FastifyReply> {
  const request = await visit.get<ShownApproval>(`/api/v1/approvals/${id}`)
  const [order, names] = await Promise.all([
    readIfAllowed(visit.get<ShownOrder>(`/api/v1/orders/${request.orderId}`)),
    namesOfMembers(visit),
  ])
  const page = approvalPage(visit.words, {
    viewer: visit.viewer,
    request,
    order,
    names,
    key: randomUUID(),
    ...state,
  })
  return sendPage(reply, page, { status })
}

const memberPagesMax = 10

export async function namesOfMembers(visit: Visit): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  let cursor = ''
  for (let page = 0; page < memberPagesMax; page += 1) {
    const path = `/api/v1/members?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const found = await readIfAllowed(visit.list<{ userId: string; name: string }>(path))
    for (const { userId, name } of found?.items ?? []) names.set(userId, name)
    if (found?.next === undefined) break
    cursor = found.next
  }
  return names
}

const ReplyForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  key: Type.String({ pattern: '^[0-9a-f-]{36}$', maxLength: 36 }),
  text: Type.String({ maxLength: 10_000 }),
})

export function addTicketRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/tickets/:ticketId', pageReadConfig(Done), async (request, reply) =>
    forMember(deps, request, reply, (visit) =>
      showTicket(visit, reply, idIn(request), { isSent: request.query.done === 'yes' }),
    ),
  )

  pages.post('/account/tickets/:ticketId', pageFormConfig(ReplyForm), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { formToken, key, text } = request.body
      assertOwnForm(visit, formToken)
      const id = idIn(request)
      if (text.trim() === '') {
        const problem = visit.words.t('problem.text')
        return showTicket(visit, reply, id, { problem, status: 422 })
      }
      try {
        await visit.post(`/api/v1/support/tickets/${id}/messages`, { text }, { key })
      } catch (error) {
        const { message: problem, status } = refusal(error)
        return showTicket(visit, reply, id, { problem, status, typed: text })
      }
      return reply.redirect(`/account/tickets/${id}?done=yes`, 303)
    }),
  )
}

type TicketState = Pick<TicketPage, 'typed' | 'isSent' | 'problem'> & { readonly status?: number }

async function showTicket(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  { status = 200, ...state }: TicketState,
): Promise<FastifyReply> {
  const ticket = await visit.get<TicketPage['ticket']>(`/api/v1/support/tickets/${id}`)
  const messages = await visit.list<TicketPage['messages'][number]>(
    `/api/v1/support/tickets/${id}/messages?limit=50`,
  )
  const page = ticketPage(visit.words, {
    viewer: visit.viewer,
    ticket,
    messages: messages.items.toReversed(),
    hasOlder: messages.next !== undefined,
    mayReply: visit.scopes.includes('support:write') && ticket.state !== 'CLOSED',
    key: randomUUID(),
    ...state,
  })
  return sendPage(reply, page, { status })
}
