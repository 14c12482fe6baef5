import { createMemoryCache } from '#platform/cache'
import { openDatabase } from '#platform/db'
import { keepProcess, noteProcesses, noteStopping } from '#platform/leases'
import { createWake } from '#platform/wake'
import { createDispatcher, on } from './index.ts'
import { note, OrderPlaced, silent } from './log.fixture.ts'

/*
 * A worker process. An event of the order `ord_poison` kills it, as a bug of a native library or too little memory would. It ends
 * by itself when everything is recorded or set aside.
 */

export const name = 'test.poisoned'

export const poisonedSubscription = on(OrderPlaced, {
  name,
  record: async (tx, event) => {
    await note(tx, name, event)
    if (event.entity.id === 'ord_poison') process.kill(process.pid, 'SIGKILL')
  },
})

async function main(url: string): Promise<void> {
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 15_000 })
  const now = () => new Date()
  const keeping = keepProcess({ conn: database.pool, now, log: silent })
  await noteProcesses(database.pool, now())
  const wake = createWake(createMemoryCache(now))
  await createDispatcher({
    database,
    subscriptions: [poisonedSubscription],
    wake,
    now,
    log: silent,
  }).drain()
  await noteStopping(database.pool, now())
  await keeping.stop()
  wake.close()
  await database.close()
}

if (process.argv[2] === 'work') await main(String(process.argv[3]))
