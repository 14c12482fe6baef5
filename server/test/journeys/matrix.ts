import { expect } from 'vitest'
import {
  type Holder,
  leadsToOrder,
  mayCall,
  type Need,
  neededRight,
  needOf,
  needsFreshProof,
  opensForUnit,
} from './access-policy.ts'
import { aKey } from './client.ts'
import type { Expected, Knock } from './knock.ts'
import { knocks, refusalOfSurprise } from './open-doors.ts'
import type { World } from './world.ts'

export type Sent = Readonly<Record<string, string>>
type Route = { readonly method: string; readonly url: string }

/** What a credential may expect of a route that needs this. */
export type Verdict = (need: Need, route: Route) => Expected

/** Let in: the address holds a parameter that nobody declared, so nothing is carried out. */
export const open: Expected = { status: 400, code: 'platform.request_invalid' }
export const refused = (status: number, code: string): Expected => ({
  status,
  code: `identity.${code}`,
})

/** A credential that is no good is not looked at where none is needed. */
export const closed =
  (code: string): Verdict =>
  (need) =>
    need === 'nothing' ? open : refused(401, code)

/**
 * A token that only the API knows to be no good. The admin runtime reads in it somebody who is no operator, and asks
 * nobody.
 */
export const closedByApi =
  (code: string): Verdict =>
  (need, route) =>
    route === operatorPages ? refused(403, 'access_denied') : closed(code)(need, route)

const operatorPages: Route = { method: 'GET', url: '/admin/api/*' }

export const allowing =
  (holder: Holder): Verdict =>
  (need, { method, url }) => {
    if (mayCall(holder, need) || opensForUnit(holder, need, method, url)) return open
    const isRequester = holder.kind === 'person' && holder.role === 'requester'
    return isRequester && leadsToOrder(method, url)
      ? { status: 403, code: 'checkout.requisition_required' }
      : refused(403, 'access_denied')
  }

/** A person who signed in a while ago. */
export const afterAWhile =
  (holder: Holder): Verdict =>
  (need, { method, url }) => {
    if (!mayCall(holder, need)) return refused(403, 'access_denied')
    return needsFreshProof(method, url) ? refused(403, 'step_up_required') : open
  }

export const bearer = (token: string | undefined): Sent => ({ authorization: `Bearer ${token}` })

export const routesOf = (world: World): readonly Route[] =>
  world.app.http.routeTable.filter(({ method }) => method !== 'OPTIONS')

/** Calls every route there is with these headers, and holds each answer against the verdict. */
export async function every(world: World, headers: Sent, verdict: Verdict): Promise<void> {
  const wrong = await wrongAnswers(world, routesOf(world), headers, verdict)
  wrong.push(...(await everyDoor(world, headers, verdict)))
  expect(wrong).toEqual([])
}

/**
 * Calls the routes that need the scope, and an eighth of the others: for a credential that is checked like one that calls
 * every route. Each use takes another eighth, so all uses together reach each route several times. The deep tests call every route.
 */
export async function someOf(
  world: World,
  headers: Sent,
  verdict: Verdict,
  scope?: Need,
): Promise<void> {
  if (process.env.ACCESS_MATRIX === 'whole') return every(world, headers, verdict)
  const isDue = takeEighth()
  const routes = routesOf(world).filter(
    ({ method, url }, at) => isDue(at) || neededRight(needOf(method, url)) === scope,
  )
  const wrong = await wrongAnswers(world, routes, headers, verdict)
  wrong.push(...(await everyDoor(world, headers, verdict, { isDue })))
  expect(wrong).toEqual([])
}

let samples = 0

/** Another eighth of a list each time. */
export function takeEighth(): (at: number) => boolean {
  samples += 1
  const first = samples
  return (at) => process.env.ACCESS_MATRIX === 'whole' || (at + first) % 8 === 0
}

async function wrongAnswers(
  world: World,
  routes: readonly Route[],
  headers: Sent,
  verdict: Verdict,
): Promise<string[]> {
  const wrong: string[] = []
  await inTurns(routes, async (route) => {
    const { method, url } = route
    const need = needOf(method, url)
    const expected = need === 'nothing' ? refusalOfSurprise(method, url) : verdict(need, route)
    const asked = `${world.baseUrl}${pathOf(url)}?surprise=1`
    const found = await answerTo(asked, { method, ...bodyOf(method, headers) })
    const saysWhy = found.code !== 'identity.access_denied' || found.needs === neededRight(need)
    if (!isAsExpected(found, expected) || !saysWhy) {
      wrong.push(`${method} ${url}: ${JSON.stringify({ need, expected, found })}`)
    }
  })
  return wrong
}

/** Knocks at what is open as its users do, and returns what was answered differently. */
export async function everyDoor(
  world: World,
  headers: Sent,
  verdict: Verdict,
  { costly = false, isDue = (_at: number): boolean => true } = {},
): Promise<string[]> {
  const wrong: string[] = []
  const doors = Object.entries(knocks)
    .filter(([, knock]) => (knock.costly ?? false) === costly)
    .filter((_door, at) => isDue(at))
  await inTurns(doors, async ([route, knock]) => {
    const [method = ''] = route.split(' ')
    const expected = atDoor(knock, headers, verdict)
    const found = await answerTo(world.baseUrl + knock.path, {
      method,
      headers: { 'x-forwarded-for': anAddress(), ...knock.headers, ...headers },
      ...(knock.body === undefined ? {} : { body: knock.body }),
    })
    if (!isAsExpected(found, expected)) {
      wrong.push(`${route}, properly asked: ${JSON.stringify({ expected, found })}`)
    }
  })
  return wrong
}

function atDoor({ opensFor, answers }: Knock, headers: Sent, verdict: Verdict): Expected {
  const { authorization } = headers
  if (opensFor === 'operators') {
    // No key is an operator's. Another scheme is no credential: the door knows its cookie and bearers.
    if (!authorization && headers['x-api-key']) return refused(403, 'access_denied')
    if (!authorization || !/^Bearer ./.test(authorization))
      return refused(401, 'credentials_required')
    const expected = verdict('operator', operatorPages)
    return expected === open ? answers : expected
  }
  // An app shows who it is in one way. A bearer is none, beside the one in the form.
  if (opensFor === 'apps' && authorization) return { status: 400, code: 'invalid_request' }
  return answers
}

type Found = { readonly status: number; readonly code?: string; readonly needs?: string }

async function answerTo(address: string, init: RequestInit): Promise<Found> {
  const response = await fetch(address, { redirect: 'manual', ...init })
  const text = await response.text()
  // What succeeds has no code, and the contract is three megabytes to parse.
  const { error, meta } = response.ok ? {} : jsonOf(text)
  // The envelope has a sentence there and the code beside it; OAuth has the code, and the format of language models both.
  const own = typeof error === 'object' ? error : undefined
  const code = meta?.code ?? own?.code ?? (typeof error === 'string' && !meta ? error : undefined)
  const needs = meta?.details?.needs ?? own?.details?.needs
  return { status: response.status, ...(code && { code }), ...(needs && { needs }) }
}

const isAsExpected = (found: Found, { status, code }: Expected): boolean =>
  found.status === status && found.code === code

type Refusal = {
  readonly error?:
    | string
    | { readonly code?: string; readonly details?: { readonly needs?: string } }
  readonly meta?: { readonly code?: string; readonly details?: { readonly needs?: string } }
}

function jsonOf(text: string): Refusal {
  try {
    return JSON.parse(text) as Refusal
  } catch {
    return {}
  }
}

export const pathOf = (url: string) =>
  url.replace(/:[A-Za-z]+/g, 'nothing_00000000000000000000000000')

export function bodyOf(method: string, headers: Sent = {}) {
  const from = { 'x-forwarded-for': anAddress() }
  if (method === 'GET' || method === 'HEAD') return { headers: { ...from, ...headers } }
  const json = { 'content-type': 'application/json', 'idempotency-key': aKey() }
  return { headers: { ...from, ...json, ...headers }, body: '{}' }
}

let asked = 0

/** Each request comes from an address of its own: who tries thousands of credentials from one is stopped. */
function anAddress(): string {
  asked += 1
  return `203.0.${asked >> 8}.${asked & 255}`
}

/** The world in which those addresses are believed. */
export const settings = { TRUST_PROXY: '127.0.0.1/32' }

/** A few at a time, as a browser would. */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
    }),
  )
}
