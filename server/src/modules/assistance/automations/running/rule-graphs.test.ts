import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { anAdmin, useAutomationService } from '#testing/automation-service'
import { fc } from '#testing/tools/fc'
import { createEngine } from './engine.ts'
import { depthMax } from './run.ts'

const service = await useAutomationService(createEngine)
const notify = { type: 'notify', subject: 'It ran', message: 'Look.' } as const

it('rule chains end however the rules trigger each other, and the log says why', async () => {
  let count = 0
  const graph = fc.array(fc.uniqueArray(fc.nat(4), { maxLength: 3 }), {
    minLength: 2,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(graph, async (edges) => {
      count += 1
      const companyId = `co_graph_${count}`
      await aGraph(companyId, edges)
      await service.publish(companyId)
      await service.run()
      const { rows } = await sql<{ state: string; reason: string; depth: number; path: string[] }>`
        select state, reason, depth, path from automations.runs where company_id = ${companyId}
      `.execute(service.database.pool)
      for (const { state, reason, depth, path } of rows) {
        // Nothing waits any more, and no run that was begun is in its own past.
        expect(['SUCCEEDED', 'SKIPPED', 'REFUSED', 'HELD']).toContain(state)
        if (state === 'REFUSED') expect(['triggers_itself', 'too_deep']).toContain(reason)
        else expect([new Set(path).size, depth <= depthMax]).toEqual([path.length, true])
      }
    }),
    { numRuns: 6 },
  )
}, 180_000)

/** Each rule listens to the runs of those that it names, itself too where the graph says so. */
async function aGraph(companyId: string, edges: readonly (readonly number[])[]): Promise<void> {
  const actor = anAdmin(companyId)
  for (const [index, listensTo] of edges.entries()) {
    const names = listensTo.map((other) => `"rule ${other}"`)
    const rule = { name: `rule ${index}`, actions: [notify], runsPerMinute: 60 }
    await service.automations.create(actor, {
      ...rule,
      state: 'ACTIVE',
      eventType: names.length > 0 ? 'automation.run.succeeded' : 'order.created',
      condition: names.length > 0 ? `data.automationName in [${names.join(', ')}]` : '',
    })
  }
}
