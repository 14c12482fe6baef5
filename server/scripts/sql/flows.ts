import { claimsByQueue, isClaim, listQueueTables, untilClaimed } from './claims.ts'
import { recordOrders } from './order-flow.ts'
import { prepareScene, type Scene } from './prepare-scene.ts'
import { recordStatements, type Sent } from './record-statements.ts'
import { recordSearches } from './search-flow.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

/** What one request, or one task of a worker, sends to PostgreSQL. */
export type Section = { readonly title: string; readonly statements: readonly Sent[] }

/** The sections of each file of docs/sql. */
export type Flows = {
  readonly search: readonly Section[]
  readonly claims: readonly Section[]
  readonly order: readonly Section[]
}

/** Does what clients and workers do, and records what the service sends to PostgreSQL meanwhile. */
export async function recordFlows(stage: Stage): Promise<Flows> {
  const scene = await prepareScene(stage)
  try {
    // From here on the process knows the buyer's session: it is no part of what is recorded.
    await scene.call('GET', '/auth/me', { as: scene.buyer })
    const searches = await recordSearches(stage, scene)
    const orders = await recordOrders(scene)
    const queueTables = await listQueueTables(stage.databaseUrl)
    const ends = [`searches/${searches.searchId}`, `checkout/${orders.checkoutId}`]
    const worker = await recordWorker(stage, scene, queueTables, ends)
    const sentFor = (...paths: readonly string[]) =>
      worker.filter(({ callers }) =>
        callers.some(({ file }) => paths.some((path) => file.includes(path))),
      )
    // The functions that wait for a shared ranking are not on the stack of its statements.
    const search = sentFor('/run-search.ts', '/search/query/', '/search/ranking/')
    const order = sentFor('/checkout/finishing/reconcile.ts')
    return {
      search: [
        ...searches.sections,
        { title: 'A worker carries out the streamed search', statements: search },
      ],
      claims: claimsByQueue(worker.filter(isClaim), queueTables).map(({ table, claims }) => ({
        title: table ? `The queue ${table}` : 'Work that is no row of a queue',
        statements: claims,
      })),
      order: [
        ...orders.sections,
        { title: 'A worker makes the order that was paid by card', statements: order },
      ],
    }
  } finally {
    await scene.close()
  }
}

/** A worker asks each queue for work, and does what the flows have left to it. */
function recordWorker(
  stage: Stage,
  { call, buyer }: Scene,
  queueTables: readonly string[],
  ends: readonly string[],
): Promise<readonly Sent[]> {
  return recordStatements(async (soFar) => {
    await stage.startWorker()
    await untilClaimed(queueTables, soFar)
    for (const path of ends) {
      const isOver = async () => {
        const options = { as: buyer }
        const { data } = await call<{ endedAt: string | null }>('GET', `/api/v1/${path}`, options)
        return data.endedAt !== null
      }
      await until(isOver, `the end of ${path}`)
    }
  })
}
