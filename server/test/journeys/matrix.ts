import { expect } from 'vitest'
import { type Holder, mayCall, type Need, needOf, needsFreshProof } from './access-policy.ts'
import { aKey } from './client.ts'
import type { World } from './world.ts'

export type Sent = Readonly<Record<string, string>>
type Expected = { readonly status: number; readonly code: string }
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

export const allowing =
  (holder: Holder): Verdict =>
  (need) =>
    mayCall(holder, need) ? open : refused(403, 'access_denied')

/** A person who signed in a while ago. */
export const afterAWhile =
  (holder: Holder): Verdict =>
  (need, { method, url }) => {
    if (!mayCall(holder, need)) return refused(403, 'access_denied')
    return needsFreshProof(method, url) ? refused(403, 'step_up_required') : open
  }

export const bearer = (token: string | undefined): Sent => ({ authorization: `Bearer ${token}` })

/** Pages, files, and doors with a session or a client of their own, which their own tests try. Here: they do not break. */
const ownForm = /^\/(?:admin|docs|openapi\.json|oauth|\.well-known)(?:\/|$)/

export const routesOf = (world: World): readonly Route[] =>
  world.app.http.routeTable.filter(({ method }) => method !== 'OPTIONS')

/** Calls every route there is with these headers, and holds each answer against the verdict. */
export async function every(world: World, headers: Sent, verdict: Verdict): Promise<void> {
  const wrong: string[] = []
  await inTurns(routesOf(world), async ({ method, url }) => {
    const need = needOf(method, url)
    const expected = verdict(need, { method, url })
    const response = await fetch(`${world.baseUrl}${pathOf(url)}?surprise=1`, {
      method,
      redirect: 'manual',
      ...bodyOf(method, headers),
    })
    const text = await response.text()
    const { status } = response
    if (need === 'nothing' && ownForm.test(url)) {
      if (status >= 500 && status !== 503) wrong.push(`${method} ${url}: ${text}`)
      return
    }
    const { code, details } = metaOf(text)
    const isRight = status === expected.status && code === expected.code
    const saysWhy = code !== 'identity.access_denied' || details?.needs === need
    if (!isRight || !saysWhy) {
      wrong.push(`${method} ${url}: ${JSON.stringify({ need, expected, status, code, details })}`)
    }
  })
  expect(wrong).toEqual([])
}

function metaOf(text: string): { code?: string; details?: { needs?: string } } {
  try {
    return (JSON.parse(text) as { meta?: object }).meta ?? {}
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
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
    }),
  )
}
