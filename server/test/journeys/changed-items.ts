import { expect } from 'vitest'
import { type Database, sql } from '#platform/db'
import type { Condition } from '#platform/lists'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** A list that is read by changes, and the rows that it shows. */
export type ChangingList = {
  readonly client: Client
  readonly url: string
  readonly table: string
  /** The rows of the test. */
  readonly rows: Condition
  /** The name of the items in `data`, where they have one. */
  readonly within?: string
}

type Item = Readonly<Record<string, unknown>>

/** Reads a list as programs do: whole, and after a change only what has changed. */
export async function readAround(
  { parts }: World,
  list: ChangingList,
  change: () => Promise<unknown>,
): Promise<{ readonly whole: readonly Item[]; readonly changed: readonly Item[] }> {
  const { database } = parts.platform
  await moveBack(database, list, 600)
  const whole = await read(list, 'sort=updatedAt')
  await change()
  await moveBack(database, list, 61)
  const before = new Date(Date.parse(whole.through) - 240_000).toISOString()
  const { items: changed } = await read(list, `updatedAfter=${before}`)
  return { whole: whole.items, changed }
}

async function read({ client, url, within }: ChangingList, query: string) {
  const { status, body } = await client.get(`${url}${url.includes('?') ? '&' : '?'}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const items: Item[] = within === undefined ? body.data : body.data[within]
  return { items, through: String(body.meta.updatedThrough) }
}

/** The database writes the time of a change. A test that must not wait a minute moves it, without the triggers. */
async function moveBack(
  database: Database,
  { table, rows }: ChangingList,
  seconds: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`/* across companies: the rows of the test */
      update ${sql.table(table)} set written_at = written_at - make_interval(secs => ${seconds}) where ${rows}
    `.execute(tx)
  })
}
