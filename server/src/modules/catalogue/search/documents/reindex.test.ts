import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aCatalog } from '#testing/catalog'
import { useImportService } from '#testing/imports'
import { analysisVersion } from './document.ts'
import { reindexDocuments } from './reindex-documents.ts'

const database = await useDatabase()
const service = await useImportService(database)

it('documents of an older release are rebuilt in batches, and an interrupted pass continues', async () => {
  const count = 450

  const file = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ sku: `W-${at}`, name: `Washer ${at}`, price: '1', currency: 'EUR' }),
  )
  await service.carryOut(file.join('\n'))
  expect(await documents(analysisVersion)).toEqual({ count, read: count })
  await sql`update search.documents set analysis = 1, tsv = '', length = 0`.execute(database.pool)

  const now = () => new Date()
  const catalog = aCatalog({ database, now })
  const cutOff = new AbortController()
  const batches: number[] = []
  const onReindexed = (written: number) => {
    batches.push(written)
    cutOff.abort()
  }
  const first = reindexDocuments({ database, now, onReindexed }, cutOff.signal)
  await expect(first).rejects.toThrow('aborted')
  expect(await documents(analysisVersion)).toEqual({ count: 200, read: 200 })
  expect(await catalog.reindexing()).toEqual({ total: count, done: 200 })

  const on = { database, now, onReindexed: (written: number) => batches.push(written) }
  await reindexDocuments(on, new AbortController().signal)
  expect(await documents(analysisVersion)).toEqual({ count, read: count })
  expect(await catalog.reindexing()).toEqual({ total: count, done: count })
  expect(batches).toEqual([200, 200, 50, 0])

  await reindexDocuments(on, new AbortController().signal)
  expect(batches, 'a finished pass does not start again').toHaveLength(4)
})

async function documents(analysis: number) {
  const { rows } = await sql<{ count: number; read: number }>`
    select count(*) as count, count(*) filter (where tsv @@ 'washer') as read
    from search.documents where analysis = ${analysis}
  `.execute(database.pool)
  return rows[0]
}
