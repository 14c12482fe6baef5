import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

const subscription = 'platform.of_the_audit'

async function aSetAsideEvent({ world, ours }: Stage): Promise<string> {
  const now = new Date()
  const id = newId('evt', now)
  await sql`
    insert into platform.set_aside_events (subscription, company_id, line, position, event_id, event_type,
      failures, last_error, set_aside_at, available_at)
    values (${subscription}, ${ours.companyId}, ${`order/${id}`}, 1, ${id}, 'order.created', 9, 'cannot', ${now}, ${now})
  `.execute(world.parts.platform.database.pool)
  return `/admin/events/set-aside/${subscription}/${id}`
}

export const setAsidePlays: Readonly<Record<string, Play>> = {
  'POST /admin/events/set-aside/:subscription/:eventId/retry': async (stage, send) =>
    send(stage.operator, 'POST', `${await aSetAsideEvent(stage)}/retry`),
  'POST /admin/events/set-aside/:subscription/:eventId/discard': async (stage, send) =>
    send(stage.operator, 'POST', `${await aSetAsideEvent(stage)}/discard`, {
      note: 'Done by hand.',
    }),
}
