import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '#kernel/actor'
import { answers, ok } from '../answering/envelope.ts'
import { anHttp, callers } from '../http.fixture.ts'
import type { Http, Routes } from '../types.ts'

const now = new Date('2026-01-02T03:04:05Z')
const admin = callers.admin as Principal
const who: Readonly<Record<string, Principal>> = {
  fresh: { ...admin, authenticatedAt: ago(300) },
  stale: { ...admin, authenticatedAt: ago(301) },
  unseen: admin,
  buyer: { ...(callers.buyer as Principal), authenticatedAt: ago(301) },
  key: callers.writer as Principal,
  app: { ...(callers.app as Principal), scopes: new Set(['orders:write']) },
  enrolling: { ...admin, authenticatedAt: now, mustEnrol: true },
}

describe('a route with a step-up', () => {
  let http: Http
  beforeAll(async () => {
    http = await anHttp(routes, {
      now: () => now,
      authenticate: async (headers) => who[headers['x-api-key'] ?? ''],
    })
  })
  const get = (name: string, caller: string) =>
    http.inject({ url: `/api/v1/${name}`, headers: { 'x-api-key': caller } })

  it.each([
    ['keys', 'fresh', 200, undefined],
    ['keys', 'stale', 403, 'identity.step_up_required'],
    ['keys', 'unseen', 403, 'identity.step_up_required'],
    // A caller without the right is not sent to a step-up.
    ['keys', 'buyer', 403, 'identity.access_denied'],
    ['hooks', 'stale', 403, 'identity.step_up_required'],
    ['hooks', 'key', 200, undefined],
    ['hooks', 'app', 200, undefined],
    ['plain', 'stale', 200, undefined],
    ['plain', 'enrolling', 403, 'identity.second_factor_enrolment_required'],
    ['keys', 'enrolling', 403, 'identity.second_factor_enrolment_required'],
    ['factors', 'enrolling', 200, undefined],
    ['factors', 'stale', 403, 'identity.step_up_required'],
  ])('%s answers %s with %i %s', async (name, caller, status, code) => {
    const answer = await get(name, caller)
    expect([answer.statusCode, answer.json().meta.code]).toEqual([status, code])
  })

  it('declares it in the document', () => {
    const paths = http.openapi().paths as Record<string, { get: Record<string, unknown> }>
    expect(paths['/api/v1/keys']?.get['x-failure-codes']).toEqual(['identity.step_up_required'])
    expect(paths['/api/v1/keys']?.get.description).toContain('in the last five minutes')
  })
})

function ago(seconds: number) {
  return new Date(now.getTime() - seconds * 1_000)
}

const routes: Routes = async (http) => {
  const config = {
    keys: { access: 'company_admin', stepUp: true },
    hooks: { access: 'orders:write', stepUp: true },
    plain: { access: 'person' },
    factors: { access: 'person', stepUp: true, duringEnrolment: true },
  } as const
  for (const [name, each] of Object.entries(config)) {
    http.get(
      `/api/v1/${name}`,
      {
        config: each,
        schema: { operationId: `get ${name}`, response: answers(Type.String()) },
      },
      async () => ok(name),
    )
  }
}
