import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import { notFoundPage, problemPage, signInAddress } from '#pages/account'
import { failPlatform, prefersHtml } from '#platform/http'
import { failureSentence } from '#platform/texts'
import type { AccountDeps } from './account-deps.ts'
import { pageWords } from './page-language.ts'
import { safeReturn } from './return-to.ts'
import { sendPage } from './send-page.ts'
import { isOver, openVisit, type Visit } from './visit.ts'

type Show = (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** A page for people who are signed in. Others sign in first and then return to it. */
export async function forMember(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  show: Show,
): Promise<FastifyReply> {
  const toSignIn = () => reply.redirect(signInAddress(safeReturn(request.url)), 303)
  const visit = await openVisit(deps, request, reply)
  if (!visit) return toSignIn()
  try {
    return await show(visit, request, reply)
  } catch (error) {
    if (isOver(error)) {
      deps.cookie.clear(reply)
      return toSignIn()
    }
    if (!(error instanceof Failure)) throw error
    if (error.status === 404 || error.code === 'identity.access_denied') {
      return showNotFound(visit, reply)
    }
    return showFailure(visit, reply, error)
  }
}

/** The record may be one of another company of the same person. */
async function showNotFound(visit: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { words, viewer, companyId } = visit
  const { companies } = await visit.get<{ companies: { companyId: string; name: string }[] }>(
    '/auth/companies',
  )
  const others = companies
    .filter((each) => each.companyId !== companyId)
    .map((each) => ({ id: each.companyId, name: each.name }))
  const page = notFoundPage(words, {
    viewer,
    address: safeReturn(visit.address),
    companies: others,
  })
  return sendPage(reply, page, { status: 404 })
}

function showFailure(
  { words, viewer }: Visit,
  reply: FastifyReply,
  failure: Failure,
): FastifyReply {
  const { text } = failureSentence(failure, words.language)
  return sendPage(reply, problemPage(words, { text, code: failure.code, viewer }), {
    status: failure.status,
  })
}

/** A browser that asks for a page that is not there gets a page that says so. A program gets the refusal of every unknown route. */
export function noSuchPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { method, url, headers } = request
  if (method !== 'GET' || !/^\/account\//.test(url) || !prefersHtml(headers.accept))
    return undefined
  const words = pageWords(request)
  const { text } = failureSentence(failPlatform('route_not_found'), words.language)
  return sendPage(reply.header('vary', 'accept'), problemPage(words, { text }), { status: 404 })
}

/** For errors outside of a visit. The page has no detail that only the log should have. */
export function pageForError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const words = pageWords(request)
  const { status, code } = statusOf(error)
  if (error instanceof Failure && error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', error.retryAfterSeconds)
  }
  if (status === 500) request.log.error({ error }, 'request failed')
  const text =
    error instanceof Failure && status < 500
      ? failureSentence(error, words.language).text
      : words.t('message.serverError')
  sendPage(reply, problemPage(words, { text, code }), { status })
}

function statusOf(error: unknown): { readonly status: number; readonly code?: string } {
  if (error instanceof Failure) return { status: error.status, code: error.code }
  // An error of Fastify itself, about a form that is too long or cannot be read.
  const { statusCode = 500 } = error as { statusCode?: number }
  return statusCode < 500 ? { status: statusCode, code: 'invalid_request' } : { status: 500 }
}
