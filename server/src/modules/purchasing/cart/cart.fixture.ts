import assert from 'node:assert/strict'
import { useDatabase } from '#harness'
import type { Actor, Principal } from '#kernel/actor'
import { scopesOfRoles } from '#kernel/actor'
import { listClientNames } from '#modules/identity'
import type { Database } from '#platform/db'
import { buildHttp, type Http } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { createLog, createMetrics } from '#platform/telemetry'
import { aCartService, anIntegration } from '#testing/cart'
import { type AProductOptions, aCatalog, aProduct, type Catalog } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { anFx } from '#testing/fx'
import {
  type NamesOfClients,
  unvalidatedClientList,
} from './certification/unvalidated-client-list.ts'
import { type Carts, cartRoutes, contractRoutes } from './index.ts'

export type CartHttp = {
  readonly http: Http
  readonly database: Database
  readonly catalog: Catalog
  readonly carts: Carts
  /** The callers by their `x-api-key`. Tests may add callers. */
  readonly callers: Record<string, Principal>
  setClock(now: Date): void
}

/**
 * Carts behind their routes, on a real catalogue. Each response must fit its schema. They close at the end of the test
 * file.
 */
export async function useCartHttp(start: Date): Promise<CartHttp> {
  let clock = start
  const now = () => clock
  const database = await useDatabase({ poolMax: 20 })
  const catalog = aCatalog({
    database,
    fx: anFx(database),
    now,
    currencyOf: async () => 'EUR',
  })
  const carts = aCartService(database, catalog, { now })
  const callers: Record<string, Principal> = {
    operator: { ...aBuyer('co_platform'), roles: new Set(['operator']) },
    reader: { ...anIntegration(), scopes: new Set(['orders:read']) },
    stranger: { ...anIntegration(), scopes: new Set(['products:read']) },
  }
  const http = closeAtEnd(
    buildHttp({
      log: createLog({ level: 'silent' }),
      metrics: createMetrics(),
      now,
      version: '1.0.0',
      authenticate: async (headers) => callers[headers['x-api-key'] ?? ''],
      cursorKey: Buffer.from('the key that tests sign cursors with'),
      limits: { credential: { quota: 100_000, windowSeconds: 60, burst: 100_000 } },
      validateAnswers: true,
    }),
  )
  await http.register(cartRoutes(carts))
  await http.register(contractRoutes(carts))
  const namesOf: NamesOfClients = (clients) => listClientNames(database.pool, clients)
  await http.register(listRoutes(database, unvalidatedClientList(carts, namesOf)))
  await http.ready()
  return {
    http,
    database,
    catalog,
    carts,
    callers,
    setClock: (to) => {
      clock = to
    },
  }
}

let buyers = 0

export function aBuyer(companyId: Actor['companyId'] = 'co_1'): Principal {
  buyers += 1
  const roles = new Set(['buyer'] as const)
  return {
    kind: 'person',
    id: `usr_buyer_${buyers}`,
    companyId,
    roles,
    scopes: scopesOfRoles(roles),
  }
}

export type CallResult = {
  readonly status: number
  readonly data: never
  readonly code: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, unknown>
}

export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<CallResult>

/** A new caller with its own cart. */
export function callerOf({ http, callers }: CartHttp, principal: Principal): Call {
  callers[principal.id] = principal
  return async (method, url, body, headers = {}) => {
    const answer = await http.inject({
      method,
      url,
      headers: { 'x-api-key': principal.id, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const { data, meta } = answer.json()
    return {
      status: answer.statusCode,
      data: data as never,
      code: meta.code,
      details: meta.details,
      headers: answer.headers,
    }
  }
}

export type CartAnswer = {
  readonly id: string
  readonly snapshotVersion: number
  readonly items: readonly { readonly id: string; readonly itemVersion: number }[]
  readonly totals: unknown
  readonly problems: readonly {
    readonly code: string
    readonly itemId: string
    readonly details: unknown
  }[]
}

export async function getCart(call: Call): Promise<CartAnswer> {
  return (await call('GET', '/api/v1/cart')).data
}

/** A buyer whose cart holds one piece of a product, at item version 1 and snapshot version 2. */
export async function aFilledCart(service: CartHttp, options?: AProductOptions) {
  const buyer = aBuyer()
  const call = callerOf(service, buyer)
  const { id: productId } = await aProduct(service.database, options)
  const answer = await call('POST', '/api/v1/cart/items', { productId, quantity: 1 })
  const [line] = (answer.data as CartAnswer).items
  assert(line, 'the product was not added')
  return { call, buyer, item: { id: line.id, path: `/api/v1/cart/items/${line.id}` }, productId }
}
