import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { listCompanyEvents, type Side } from './company-events-store.ts'

const database = await useDatabase()
const [ours, theirs] = ['co_0000000000000000000000000a', 'co_0000000000000000000000000b']

/** The first nine events are deleted already. Each fifth one is of the rare kind. */
const kept = Array.from({ length: 21 }, (_one, at) => at + 10)
for (const sequence of kept) await insert(ours, sequence, sequence % 5 === 0 ? 'rare' : 'common')
await insert(theirs, 1, 'common')
// An event that has no number yet may still get any place.
await insert(ours, null, 'common')

const read = async (side: Side, types: readonly string[], span?: number) => {
  const page = { side, types, limit: 4, ...(span !== undefined && { span }) }
  const { events, continuesAt } = await listCompanyEvents(database.pool, ours, page)
  return { numbers: events.map(({ sequence }) => sequence), continuesAt }
}

it('the events of a company come by their numbers, the newest first or after one, until none is left', async () => {
  const all = ['rare', 'common']
  expect((await read({ before: undefined }, all)).numbers).toEqual([30, 29, 28, 27])
  expect((await read({ before: 12 }, all)).numbers).toEqual([11, 10])
  expect((await read({ after: 0 }, all)).numbers).toEqual([10, 11, 12, 13])
  expect((await read({ after: 28 }, all)).numbers).toEqual([29, 30])
  for (const side of [{ after: 30 }, { after: 99 }, { before: 10 }, { before: 1 }]) {
    expect(await read(side, all), JSON.stringify(side)).toEqual({
      numbers: [],
      continuesAt: undefined,
    })
  }
})

it('a page of a rare kind looks through a part of them, and says where the next one begins', async () => {
  const rare = ['rare']
  expect(await read({ after: 0 }, rare, 7)).toEqual({ numbers: [10, 15], continuesAt: 16 })
  expect(await read({ after: 16 }, rare, 3)).toEqual({ numbers: [], continuesAt: 19 })
  expect(await read({ after: 19 }, rare, 20)).toEqual({
    numbers: [20, 25, 30],
    continuesAt: undefined,
  })
  expect(await read({ before: undefined }, rare, 7)).toEqual({ numbers: [30, 25], continuesAt: 24 })
  expect(await read({ before: 24 }, rare, 100)).toEqual({
    numbers: [20, 15, 10],
    continuesAt: undefined,
  })
})

async function insert(companyId: string, sequence: number | null, type: string): Promise<void> {
  const now = new Date()
  await sql`
    insert into platform.events
      (company_id, id, position, sequence, type, version, occurred_at, entity_type, entity_id, entity_version, data)
    values (${companyId}, ${newId('evt', now)}, ${sequence}, ${sequence}, ${type}, 1, ${now}, 'order', 'ord_1', 1, '{}')
  `.execute(database.pool)
}
