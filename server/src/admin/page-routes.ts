import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ok, prefersHtml, type Routes } from '#platform/http'
import { jsonOf } from './api.ts'
import { callAsOperator, type OperatorCallDeps } from './operator-call.ts'
import { addAssets, sendWebPage } from './serve-web-files.ts'
import type { WebFiles } from './web-files.ts'

/** The areas whose readings a page shows. The operations page has all areas. */
const areasOf = {
  '/admin/operations': undefined,
  '/admin/automations': ['automationFallback', 'automations'],
  '/admin/orders': [
    'checkoutLifecycle',
    'orders',
    'approvals',
    'standingOrders',
    'frameContracts',
    'payments',
    'invoices',
  ],
  '/admin/orders/:id': ['orders'],
  '/admin/payments/:id': ['payments'],
  '/admin/records/:id': [],
  '/admin/settings': [],
  '/admin/settings/:id': [],
  '/admin/support': ['support'],
  '/admin/crawl': ['crawl'],
  '/admin/find': [],
  '/admin/chat': [],
  '/admin/offers': ['offers'],
  '/admin/runbooks/:id': [],
} as const

/** The addresses of all pages, as routes. */
export const pageAddresses = Object.keys(areasOf)

/**
 * The operator pages and their files. They are public because they contain no data: what they show comes from requests that need a
 * session. All addresses serve one page, and its script reads the address. A program gets the reading of that page as JSON.
 */
export function pageRoutes(deps: OperatorCallDeps, files: WebFiles | undefined): Routes {
  return async (http) => {
    http.notFoundPages.push((request, reply) => notFoundPage(files, request, reply))
    http.get('/admin', hidden, async (_request, reply) => reply.redirect('/admin/operations', 302))
    for (const [url, areas] of Object.entries(areasOf)) {
      http.get(url, pageRoute, async (request, reply) => {
        reply.header('vary', 'accept')
        return prefersHtml(request.headers.accept)
          ? sendWebPage(files, request, reply)
          : sendReading(deps, request, reply, areas)
      })
    }

    addAssets(http, '/admin/assets', files)
  }
}

/** What people choose in a list, under the name of the list: `HELD`, or `HELD;companyId=co_01…` with further filters. */
const Choice = Type.Optional(Type.String({ maxLength: 1_000 }))

/** The address of the page has what the operator filters or opens. Only the script reads it. */
const PageQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  company: Type.Optional(Type.String({ maxLength: 64 })),
  webhook: Type.Optional(Type.String({ maxLength: 64 })),
  event: Type.Optional(Type.String({ maxLength: 64 })),
  session: Type.Optional(Type.String({ maxLength: 64 })),
  target: Type.Optional(Type.String({ maxLength: 64 })),
  tab: Choice,
  alerts: Choice,
  audit: Choice,
  automations: Choice,
  crawl: Choice,
  crawls: Choice,
  'dead-letters': Choice,
  deliveries: Choice,
  'held-offers': Choice,
  pages: Choice,
  refunds: Choice,
  runs: Choice,
  source: Choice,
  'stuck-orders': Choice,
  ticket: Choice,
  tickets: Choice,
  webhooks: Choice,
})
const pageRoute = {
  config: { access: 'public' },
  schema: { hide: true, querystring: PageQuery },
} as const

const hidden = { config: { access: 'public' }, schema: { hide: true } } as const

/** A browser gets the page that says so, with the navigation. A program gets the refusal of every unknown route. */
function notFoundPage(
  files: WebFiles | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { method, url, headers } = request
  const isOurs = method === 'GET' && /^\/admin\/(?!api\/|assets\/)/.test(url)
  if (!files || !isOurs || !prefersHtml(headers.accept)) return undefined
  return sendWebPage(files, request, reply.code(404).header('vary', 'accept'))
}

/** The reading for operators, in the envelope of every answer under /admin. */
async function sendReading(
  deps: OperatorCallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  areas: readonly string[] | undefined,
): Promise<unknown> {
  const answer = await callAsOperator(deps, request, reply, {
    method: 'GET',
    path: '/health/ops',
  })
  if (answer.status === 200) return ok(areas ? onlyOf(areas, jsonOf(answer)) : jsonOf(answer))
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

/** Keeps what is no area: the state of the service, the time, its dependencies and its configuration. */
function onlyOf(areas: readonly string[], surface: unknown): Record<string, unknown> {
  const kept = Object.entries(surface as Record<string, unknown>).filter(
    ([name, value]) => areas.includes(name) || !isArea(value),
  )
  return Object.fromEntries(kept)
}

function isArea(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'problems' in value
}
