import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { type Cache, createMemoryCache } from '#platform/cache'
import { aCompany } from '#testing/identity'
import { createCachedControls } from './cached-controls.ts'
import { saveViewerControls } from './control-store.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')

it('shows a choice in every process within 30 seconds, though an older read overlapped it and its message was lost', async () => {
  const clock = { now: noon }
  const now = () => clock.now
  const shared = createMemoryCache(now)
  const deaf: Cache = { ...shared, subscribe: async () => async () => undefined }
  const process = (cache = deaf) => createCachedControls({ conn: database.pool, cache, now })
  const viewer = { companyId: await aCompany(database), id: 'usr_1', isOnePerson: true }
  const writing = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const slow: Cache = {
    ...deaf,
    set: async (...entry) => {
      isRead.resolve()
      await writing.promise
      await shared.set(...entry)
    },
  }

  const early = process(slow).of(viewer)
  await isRead.promise
  const change = { optedOut: true }
  await database.transaction((tx) => saveViewerControls(tx, viewer, change, now()))
  await process().announce(viewer, { optedOut: true, companyOff: false, hidden: [] })
  writing.resolve()
  expect((await early).optedOut, 'the read began before the choice').toBe(false)

  const others = []
  for (let seconds = 0; seconds < 30; seconds += 1) {
    clock.now = after(noon, secondsMs(seconds))
    const other = process()
    await other.of(viewer)
    others.push(other)
  }
  clock.now = after(noon, secondsMs(30))
  for (const other of others) expect((await other.of(viewer)).optedOut).toBe(true)
})
