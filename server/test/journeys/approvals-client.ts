import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export type Approval = { id: string; orderId: string; contentHash: string; state: string }

export const approve = (client: Client, { id, contentHash }: Approval) =>
  client.post(`/api/v1/approvals/${id}/approve`, { contentHash })
export const reject = (client: Client, { id }: Approval) =>
  client.post(`/api/v1/approvals/${id}/reject`, { reason: 'Too many.' })
export const codeOf = ({ body }: { body: { meta?: { code?: string } } }) => body.meta?.code

export async function eventsTo(
  world: World,
  companyId: string,
  orderId: string,
): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events where company_id = ${companyId} and entity_id = ${orderId}
    order by arrival
  `.execute(world.parts.platform.database.pool)
  return rows.map(({ type }) => type)
}

export async function actorOf(client: Client, companyId: Id<'co'>) {
  const { id, roles } = (await client.get('/auth/me')).body.data
  return {
    kind: 'person' as const,
    id,
    companyId,
    roles: new Set(roles as 'approver'[]),
    scopes: new Set<never>(),
  }
}

/** The texts of the mails to a person. */
export async function textsTo({ sandboxUrl }: World, client: Client): Promise<string[]> {
  const address = (await client.get('/api/v1/me')).body.data.person.email
  const url = `${sandboxUrl}/mailbox/messages?to=${encodeURIComponent(address)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] }
  return messages.map(({ text }) => text)
}
