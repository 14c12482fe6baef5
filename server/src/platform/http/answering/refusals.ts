import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { definedFailures, type Failure } from '#kernel/failure'
import { failureSentence } from '#platform/texts'
import { fail } from '../failures.ts'
import { markLocale, resolveLocale } from '../reading/request-locale.ts'
import { failureDocsAt } from './failure-docs.ts'
import { failureOf } from './failure-of.ts'

export const jsonType = 'application/json; charset=utf-8'

/** The failures that any route may answer: about requests, about credentials, and about the operator pages. */
const ofAnyRoute = /^(platform|identity|admin)[.]/

/**
 * Every error of every route is handled here. In tests a failure that its route does not declare is a bug, and so are details that
 * its code does not declare.
 */
export function refusalHandler(onlyDeclared: boolean) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error)
    if (!failure) request.log.error({ error }, 'request failed')
    // A failure that was thrown as one needs no log line. This failure was made from another error, which is logged.
    else if (failure !== error && failure.status >= 500) {
      request.log.warn({ error }, 'request could not be served')
    }
    const undeclared = onlyDeclared && failure && undeclaredIn(failure, request)
    if (undeclared) request.log.error(undeclared)
    sendRefusal(reply, failure && !undeclared ? failure : fail('internal'), request.id)
  }
}

function undeclaredIn(failure: Failure, request: FastifyRequest): string | undefined {
  if (!isDeclared(failure, request)) return `${failure.code} is not declared by ${request.url}`
  const spec = definedFailures().get(failure.code)
  if (!spec) return undefined
  const sent = detailsText(failure.details)
  const declared = Type.Object(spec.details ?? {}, { additionalProperties: false })
  if (Compile(declared).Check(JSON.parse(sent))) return undefined
  return `${failure.code} does not declare the details ${sent}`
}

function isDeclared({ code }: Failure, { routeOptions }: FastifyRequest): boolean {
  return ofAnyRoute.test(code) || (routeOptions.config.fails ?? []).includes(code)
}

export function sendRefusal(reply: FastifyReply, failure: Failure, requestId: string): void {
  const { retryAfterSeconds } = failure
  if (retryAfterSeconds !== undefined && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSeconds)
  }
  reply.header('x-request-id', requestId)
  const wanted = resolveLocale(reply.request)
  const { text, locale } = failureSentence(failure, wanted.locale)
  markLocale(reply, locale, wanted.varies)
  const { routeOptions, server } = reply.request ?? {}
  const { refusalText: writeText = refusalText } = routeOptions?.config ?? {}
  // An address that cannot be read has no server.
  const docs = (server?.failureDocs ?? failureDocsAt(undefined))(failure.code)
  reply
    .code(failure.status)
    .type(jsonType)
    .send(writeText(failure, requestId, text, docs))
}

/** Written by hand and not by the route's serializer, because the answer to a failure must not fail. */
export function refusalText(
  failure: Failure,
  requestId: string,
  sentence: string,
  docs: string,
): string {
  const { code, details } = failure
  const hasDetails = Object.keys(details).length > 0
  return JSON.stringify(
    {
      success: false,
      meta: { code, requestId, docs, ...(hasDetails ? { details } : {}) },
      error: sentence,
    },
    withBigints,
  )
}

const detailsText = (details: Failure['details']) => JSON.stringify(details, withBigints)

const withBigints = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value
