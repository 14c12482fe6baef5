import type { APerson } from '#testing/identity'
import { createClient } from '../journeys/client.ts'
import type { Member } from './fleet.ts'
import type { Journal } from './journal.ts'

/** A subscription that somebody asked to enable: one test of its receiver and one event about it at most. */
export type EnableAsked = { readonly companyId: string; readonly endpointId: string }

/** Enables disabled subscriptions over HTTP, as their administrator would, whatever a test says. A request without an answer is not repeated. */
export type Enable = () => Promise<void>

export function createEnable(
  api: Member,
  people: readonly APerson[],
  endpointIds: readonly string[],
  journal: Journal<EnableAsked>,
): Enable {
  const perPerson = endpointIds.length / people.length
  const enableThoseOf = async ({ email, password, actor }: APerson, ids: readonly string[]) => {
    const signedIn = await createClient(api.baseUrl).post('/auth/login', { email, password })
    if (signedIn.status !== 200) return
    const client = createClient(api.baseUrl, { bearer: signedIn.body.data.accessToken })
    for (const id of ids) {
      const { body } = await client.get(`/api/v1/webhooks/${id}`)
      if (body?.data?.state !== 'DISABLED') continue
      await journal.write({ companyId: actor.companyId, endpointId: id })
      await client.post(`/api/v1/webhooks/${id}/enable?evenIfTestFails=true`)
    }
  }
  return async () => {
    await Promise.all(
      people.map((person, n) =>
        enableThoseOf(person, endpointIds.slice(n * perPerson, (n + 1) * perPerson)).catch(
          () => undefined,
        ),
      ),
    )
  }
}
