import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createDispatcher, defineEvent, on } from '#platform/outbox'
import { createWake } from '#platform/wake'
import { useFolder } from '#testing/tools/folder'

const Placed = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({}),
})
const orders = 7
const database = await useDatabase()
const folder = await useFolder()
await sql`create table public.placed (id text primary key)`.execute(database.pool)
await sql`create table public.noted (id text not null)`.execute(database.pool)

describe('the auditor of lost events', () => {
  it('finds none when the event is written in the transaction of its cause', async () => {
    expect(await auditAfterKill('right')).toEqual({ committed: orders, lost: [], unexpected: [] })
  })

  it('finds the event that was to be written after the commit', async () => {
    expect(await auditAfterKill('late')).toEqual({
      committed: orders,
      lost: [`late_${orders}`],
      unexpected: [],
    })
  })
})

/**
 * A producer that places orders, notes each that was committed in a journal outside the database, and is killed in the
 * instant after a commit. `right` writes the event in the transaction of the order, as all of ours do. `late` writes it
 * after the commit: the mistake that an auditor of lost events is there to find.
 */
const producer = `
  import { openSync, fsyncSync, writeSync } from 'node:fs'
  import { Type } from 'typebox'
  import { openDatabase, sql } from '#platform/db'
  import { defineEvent, emit } from '#platform/outbox'

  const [url, variant, journalPath, killAt] = process.argv.slice(1)
  const database = openDatabase({ url, poolMax: 2, statementTimeoutMs: 5_000 })
  const Placed = defineEvent({ type: 'order.created', version: 1, entity: 'order', public: true, data: Type.Object({}) })
  const journal = openSync(journalPath, 'a')
  const announce = (tx, id) =>
    emit(tx, Placed, { companyId: 'co_1', entityId: id, entityVersion: 1, data: {}, occurredAt: new Date() })

  for (let n = 1; n <= Number(killAt); n += 1) {
    const id = variant + '_' + n
    await database.transaction(async (tx) => {
      await sql\`insert into public.placed values (\${id})\`.execute(tx)
      if (variant === 'right') await announce(tx, id)
    })
    writeSync(journal, id + '\\n')
    fsyncSync(journal)
    if (n === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    if (variant === 'late') await database.transaction((tx) => announce(tx, id))
  }
`

async function auditAfterKill(variant: 'right' | 'late') {
  const journalPath = join(folder, variant)
  await killProducer(variant, journalPath)
  await record()
  const committed = (await readFile(journalPath, 'utf8')).trim().split('\n')
  const { rows } = await sql<{ id: string }>`select id from public.noted`.execute(database.pool)
  const recorded = new Set(rows.map(({ id }) => id).filter((id) => id.startsWith(variant)))
  const known = new Set(committed)
  return {
    committed: committed.length,
    lost: committed.filter((id) => !recorded.has(id)),
    unexpected: [...recorded].filter((id) => !known.has(id)),
  }
}

async function killProducer(variant: string, journalPath: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      producer,
      database.url,
      variant,
      journalPath,
      String(orders),
    ],
    { cwd: new URL('../..', import.meta.url), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const printed = text(child.stderr)
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect({ signal, printed: await printed }).toEqual({ signal: 'SIGKILL', printed: '' })
}

/** As the workers do: numbers the log and moves a reader along it. */
async function record(): Promise<void> {
  const now = () => new Date()
  const wake = createWake(createMemoryCache(now))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const noting = on(Placed, {
    name: 'test.note',
    record: async (tx, { entity }) => {
      await sql`insert into public.noted values (${entity.id})`.execute(tx)
    },
  })
  await createDispatcher({ database, subscriptions: [noting], wake, now, log }).drain()
  wake.close()
}
