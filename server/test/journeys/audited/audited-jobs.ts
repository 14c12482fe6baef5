import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

const url = '/admin/jobs/given-up'
const kind = 'platform.of_the_audit'

async function aGivenUpJob({ world }: Stage): Promise<string> {
  const now = new Date()
  const id = newId('job', now)
  await sql`
    insert into platform.jobs (id, name, payload, state, attempts, available_at, created_at, given_up_at)
    values (${id}, ${kind}, '{}', 'EXHAUSTED', 3, ${now}, ${now}, ${now})
  `.execute(world.parts.platform.database.pool)
  return id
}

export const jobPlays: Readonly<Record<string, Play>> = {
  'POST /admin/jobs/given-up/:jobId/retry': async (stage, send) =>
    send(stage.operator, 'POST', `${url}/${await aGivenUpJob(stage)}/retry`),
  'POST /admin/jobs/given-up/retry': async (stage, send) => {
    await aGivenUpJob(stage)
    return send(stage.operator, 'POST', `${url}/retry`, { job: kind, limit: 5 })
  },
  'POST /admin/jobs/given-up/:jobId/discard': async (stage, send) =>
    send(stage.operator, 'POST', `${url}/${await aGivenUpJob(stage)}/discard`, {
      note: 'Done by hand.',
    }),
}
