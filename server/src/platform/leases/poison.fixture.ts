import { Type } from 'typebox'
import { createMemoryCache } from '#platform/cache'
import { openDatabase, sql } from '#platform/db'
import { createJobs, defineJob, handle } from '#platform/jobs'
import { createWake } from '#platform/wake'
import {
  finish,
  keepProcess,
  noteProcesses,
  noteStopping,
  type Queue,
  sweepOnce,
  workOn,
} from './index.ts'

/*
 * A worker process. A record may kill it, as a bug of a native library or too little memory would. It ends by itself when nothing
 * is due.
 */

export const errands: Queue = {
  table: 'public.errands',
  key: ['id'],
  id: 'id',
  waiting: ['WAITING'],
  leaseSeconds: 30,
  poison: { is: 'retried_slowly' },
}

export const SendLetter = defineJob({
  name: 'test.send_letter',
  payload: Type.Object({ to: Type.String() }),
  leaseSeconds: 30,
  attemptsMax: 10,
  poison: 'set_aside',
})

export const poison = 'poison'

type Errand = { readonly id: string }

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function main(url: string): Promise<void> {
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 15_000 })
  const now = () => new Date()
  await noteProcesses(database.pool, now())
  const keeping = keepProcess({ conn: database.pool, now, log: silent })
  const jobs = createJobs({
    database,
    handlers: [handle(SendLetter, ({ to }) => visit(to))],
    wake: createWake(createMemoryCache(now)),
    now,
    log: silent,
  })
  for (const sweeping of [...jobs.sweepings, { queue: errands }]) {
    await sweepOnce(database, sweeping, now(), silent)
  }
  while (await isAnyDue('platform.jobs')) await jobs.drain()
  async function isAnyDue(table: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where available_at <= ${now()} and state in ('PENDING', 'RETRYING', 'WAITING')
    `.execute(database.pool)
    return rows.length > 0
  }
  const run = () =>
    workOn<Errand>({ database, now }, errands, 10, async (rows, lease) => {
      for (const row of rows) await visit(row.id)
      await finish(database.pool, errands, lease, rows, { state: 'DONE' })
    })
  while (await isAnyDue('public.errands')) await run()
  await noteStopping(database.pool, now())
  await keeping.stop()
  await database.close()
}

async function visit(name: string): Promise<void> {
  if (name === poison) process.kill(process.pid, 'SIGKILL')
}

if (process.argv[2] === 'work') await main(String(process.argv[3]))
