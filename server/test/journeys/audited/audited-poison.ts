import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

/** An import over which three processes have died. */
async function aPoisonRecord({ world, ours }: Stage): Promise<string> {
  const now = new Date()
  const id = newId('imp', now)
  await sql`
    insert into imports.imports (company_id, id, state, available_at, options, started_by, created_at,
      attempts, deaths, failure_code, failure, ended_at)
    values (${ours.companyId}, ${id}, 'FAILED', ${now}, '{}', 'usr_1', ${now}, 3, 3,
      'catalog.import_process_died', '{}', ${now})
  `.execute(world.parts.platform.database.pool)
  return `/admin/records/poison/imports.imports/${id}`
}

export const poisonPlays: Readonly<Record<string, Play>> = {
  'POST /admin/records/poison/:queue/:recordId/retry': async (stage, send) =>
    send(stage.operator, 'POST', `${await aPoisonRecord(stage)}/retry`),
  'POST /admin/records/poison/:queue/:recordId/discard': async (stage, send) =>
    send(stage.operator, 'POST', `${await aPoisonRecord(stage)}/discard`, {
      note: 'The file was sent again.',
    }),
}
