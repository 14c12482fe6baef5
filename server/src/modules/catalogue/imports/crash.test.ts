import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import { createLog } from '#platform/telemetry'
import { useImportService } from '#testing/imports'
import type { Doomed } from './crash.fixture.ts'

const silent = createLog({ level: 'silent' })
const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
let aheadMs = 0
const database = await useDatabase()
const service = await useImportService(database, { now: () => after(new Date(), aheadMs) })

describe('an import worker that dies', () => {
  it.each([
    ['catalog.import_batch_written', 2],
    ['catalog.import_batch_committed', 3],
    ['catalog.import_read', 1],
  ] as const)(
    'at %s (%i) is replaced, and no product is lost or made twice',
    async (point, hit) => {
      const count = 3_500

      const lines = Array.from({ length: count }, (_, at) => {
        // Behind the place where another worker continues: a number of the first batch, spelled in another way.
        if (at === 3_000)
          return JSON.stringify({ sku: `${point}-1`.toUpperCase(), name: 'x', price: '0.5' })
        const name = at % 10 === 0 ? undefined : `Washer ${point} ${at}`
        return JSON.stringify({ sku: `${point}-${at}`, name, price: '0.5' })
      })
      const body = lines.join('\n')
      const sent = await service.send('admin', 'POST', '/imports', {
        body,
        type: 'application/jsonl',
      })
      const path = `/imports/${sent.body.data.id}`

      await dieAt({ databaseUrl: database.url, point, hit, aheadMs })
      expect((await service.send('admin', 'GET', path)).body.data.state).toBe('RUNNING')
      expect(await service.imports.work(silent), 'the lease is still his').toBe(0)
      aheadMs += secondsMs(90)
      for (const sweeping of service.imports.sweepings) {
        await sweepOnce(database, sweeping, after(new Date(), aheadMs), silent)
      }
      expect(await service.imports.work(silent)).toBe(1)

      const done = await service.send('admin', 'GET', path)
      expect(done.body.data).toMatchObject({
        state: 'COMPLETED_WITH_ERRORS',
        records: {
          done: count,
          created: count * 0.9,
          failed: count * 0.1,
          unchanged: 0,
          updated: 0,
        },
        problems: count * 0.1,
      })
      expect(await countsOf(point, sent.body.data.id)).toEqual({
        products: count * 0.9,
        documents: count * 0.9,
        events: count * 0.9,
        problems: count * 0.1,
        lines: count * 0.1,
      })
    },
    180_000,
  )
})

async function countsOf(point: string, importId: string) {
  const companyId = service.supplierId
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from products.products where supplier_company_id = ${companyId} and sku like ${`${point}-%`}) as products,
      (select count(*) from search.documents d join products.products p on p.id = d.product_id
        where p.supplier_company_id = ${companyId} and p.sku like ${`${point}-%`}) as documents,
      (select count(*) from platform.events where company_id = ${companyId} and type = 'product.created'
        and data->>'sku' like ${`${point}-%`}) as events,
      (select count(*) from imports.problems where company_id = ${companyId} and import_id = ${importId}) as problems,
      (select count(distinct line) from imports.problems where company_id = ${companyId} and import_id = ${importId}) as lines
  `.execute(database.pool)
  return rows[0]
}

async function dieAt(doomed: Doomed): Promise<void> {
  const child = spawn(process.execPath, [fixture, JSON.stringify(doomed)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect({ signal, output: (await stdout) + (await stderr) }).toEqual({
    signal: 'SIGKILL',
    output: '',
  })
  // Until PostgreSQL notices that its client is gone, what that client has locked is skipped by everybody else.
  const open = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    `.execute(database.pool)
    return rows[0]?.open
  }
  await expect.poll(open).toBe(0)
}
