import type { Routes } from '#platform/http'
import { addForwarding, addUploads, catalogueFileTypes } from './forwarding.ts'
import {
  callAsOperator,
  type OperatorCallDeps,
  openAsOperator,
  requireCredential,
  uploadAsOperator,
} from './operator-call.ts'

const prefix = '/admin/api'

const segment = '[A-Za-z0-9_-][A-Za-z0-9_.-]*'

/** The API routes that the pages need, and none that only a person or an integration uses. No path leads back to this runtime. */
const forwardedPaths = [
  /^\/health\/(?:ops|detailed)$/,
  /^\/auth\/me$/,
  // An operator without a second factor sets one up on the pages.
  /^\/auth\/factors\/totp(?:\/confirm)?$/,
  // A change of invoice details needs a step-up.
  /^\/auth\/step-up$/,
  new RegExp(`^/notifications(?:/${segment})+$`),
  new RegExp(
    `^/api/v1/orders/${segment}(?:/(?:confirm|cancel|shipments|versions(?:/${segment})?))?$`,
  ),
  new RegExp(
    `^/api/v1/orders/${segment}/(?:proposals/${segment}/refuse|changes/${segment}/withdraw)$`,
  ),
  new RegExp(`^/api/v1/payments/${segment}(?:/capture|/refunds)?$`),
  /^\/api\/v1\/supplier\/offer-requests$/,
  new RegExp(`^/api/v1/offer-requests/${segment}/(?:confirm|decline)$`),
  new RegExp(`^/api/v1/products/${segment}$`),
  // The settings of the platform.
  /^\/api\/v1\/llm\/limits$/,
  new RegExp(`^/api/v1/price-lists(?:/${segment}(?:/entries)?)?$`),
  new RegExp(`^/api/v1/assortments(?:/${segment})?$`),
  new RegExp(`^/api/v1/ads/campaigns(?:/${segment})?$`),
  new RegExp(`^/api/v1/catalog/imports(?:/${segment}(?:/(?:cancel|errors))?)?$`),
  new RegExp(`^/api/v1/support/(?:agents|attachments(?:/${segment})?)$`),
  new RegExp(
    `^/api/v1/support/tickets(?:/${segment}(?:/(?:messages|assign|priority|resolve|reopen))?)?$`,
  ),
  new RegExp(`^/api/v1/support/tickets/${segment}/messages/${segment}/mail$`),
  new RegExp(`^/api/v1/crawl/sources(?:/${segment})?$`),
  new RegExp(`^/api/v1/crawls(?:/${segment}(?:/(?:pages|confirm|reconnect|cancel))?)?$`),
  // What an operator wants to see of a list.
  new RegExp(`^/api/v1/views(?:/${segment})?$`),
  // The page on which operators try the chat, with sessions of their own.
  new RegExp(`^/api/v1/chat/sessions(?:/${segment})*$`),
  new RegExp(`^/admin/(?!(?:api|session|assets)(?:/|$))${segment}(?:/${segment})*$`),
]

/** The file of a list is forwarded with its list. */
const file = /\.csv$/

/** `/admin/api/health/ops` is the API's `/health/ops`, with the operator's token from the cookie. */
export function forwardRoutes(deps: OperatorCallDeps): Routes {
  return async (http) =>
    addForwarding(http, {
      prefix,
      isForwarded: (path) => forwardedPaths.some((pattern) => pattern.test(path.replace(file, ''))),
      isStreamed: (path) => file.test(path),
      requireCredential: (request) => void requireCredential(deps, request),
      send: (request, reply, call) => callAsOperator(deps, request, reply, call),
      open: (request, reply, call) => openAsOperator(deps, request, reply, call),
    })
}

/** The files that pages upload, each with its media types. A page of another site cannot send these without our permission. */
const uploads = {
  '/api/v1/catalog/imports': catalogueFileTypes,
  '/api/v1/support/attachments': ['application/octet-stream'],
} as const

/** In a scope of its own, in which bodies are streams. */
export function uploadRoutes(deps: OperatorCallDeps): Routes {
  return async (http) =>
    addUploads(http, {
      prefix,
      uploads,
      requireCredential: (request) => void requireCredential(deps, request),
      upload: (request, reply, path) => uploadAsOperator(deps, request, reply, path),
    })
}
