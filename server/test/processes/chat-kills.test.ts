import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { crashPointNames } from '#platform/faults'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { useCompanion } from '#testing/hosts/companion'
import { aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { freePort } from '../harness/free-port.ts'
import { aKey, createClient } from '../journeys/client.ts'
import { createRunner } from './crash-runner.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const dataDir = await useFolder()
const companion = await useCompanion()
const url = '/api/v1/chat/sessions'
await aProduct(database, { name: 'Office chair Ergo', onHand: 500 })

describe('a process killed in any state of a chat session', () => {
  const points = crashPointNames.filter((name) => name.startsWith('chat.'))

  it.each(points)(
    'at %s loses no message, extracts each once into the brief, and starts one search',
    async (point) => {
      const companyId = await aCompany(database)
      const buyer = await aPerson(database, { companyId })
      const port = await freePort()
      const env = {
        APP_ENV: 'test',
        DOCUMENT_DB_URL: databaseUrl,
        CACHE_URL: 'memory:',
        AI_AGENT_BASE_URL: companion.url,
        CHAT_REPLY_WAIT_MS: '100',
        JWT_ACCESS_SECRET: 'one secret of the killed chats, 7d1f0a11',
        JWT_REFRESH_SECRET: 'other secret of the killed chats, 9e2b22',
      }
      const runner = createRunner(point, { env, port, dataDir })
      try {
        const { baseUrl } = await runner.start()
        const { email, password } = buyer
        const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
        const client = createClient(baseUrl, { bearer: body.data.accessToken })
        const read = (path: string) => runner.repeat(() => client.get(path))
        const stateIs = async (path: string, ...states: string[]) => {
          while (!states.includes((await read(path)).body.data.state)) await wait(50)
        }

        const openKey = aKey()
        const opened = await runner.repeat(() => client.post(url, {}, { key: openKey }))
        const session = `${url}/${opened.body.data.id}`
        const messageKey = aKey()
        const text = '50 office chairs to Graz'
        await runner.repeat(() => client.post(`${session}/messages`, { text }, { key: messageKey }))
        await stateIs(session, 'NEEDS_CLARIFICATION')
        const confirmed = await runner.repeat(() => client.post(`${session}/confirm`, {}))
        expect(confirmed.status).toBe(200)
        await stateIs(session, 'FINALIZED')

        expect(runner.hasDied(), `${point} was passed by`).toBe(true)
        const { data } = (await read(session)).body
        expect(data).toMatchObject({
          messages: 2,
          briefVersion: 2,
          brief: { items: [{ what: { value: 'office chairs' }, quantity: { value: '50' } }] },
          matches: [{ state: 'COMPLETED', best: { name: 'Office chair Ergo' } }],
        })
        expect(await searchesOf(companyId)).toBe(1)
        expect(await eventsOf(companyId)).toEqual({ gaps: 0, answered: 1, finalized: 1 })
      } finally {
        await runner.stop()
      }
    },
    400_000,
  )
})

async function searchesOf(companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from search.searches where company_id = ${companyId}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}

async function eventsOf(companyId: string) {
  const { rows } = await sql`
    select (max(event) - count(*))::integer as gaps,
      count(*) filter (where kind = 'answered')::integer as answered,
      count(*) filter (where kind = 'finalized')::integer as finalized
    from chat.events where company_id = ${companyId}
  `.execute(database.pool)
  return rows[0]
}
