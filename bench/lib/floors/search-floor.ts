import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import pg from 'pg'
import { sessionSettings } from '../../../server/src/platform/db/connection-options.ts'

/**
 * The floor of a search: the statements that the service sends for each query, sent by bare `pg` from a bare Fastify
 * route, prepared, without the service. `/page` sends only the last of them, which reads the products of the page.
 */
type Recorded = { readonly text: string; readonly values: readonly unknown[] }

const [port, url, recording] = process.argv.slice(2)
const recorded = JSON.parse(readFileSync(recording ?? '', 'utf8')) as Recorded[][]
// The same connection settings as the service: JIT compilation or sorting on disk would slow the floor and flatter
// the service.
const connections = 10
/** PostgreSQL makes a custom plan for each of the first five executions. */
const turnsUntilKept = 6
const pool = new pg.Pool({ connectionString: url, max: connections, options: sessionSettings })
const names = new Map<string, string>()

async function send({ text, values }: Recorded, to: Pick<pg.Pool, 'query'> = pool) {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return (await to.query({ name, text, values: [...values] })).rows as unknown[]
}

/** Plans every statement on each connection: the connections of the measured service have their plans, too. */
async function warmUp(): Promise<void> {
  const byText = Map.groupBy(recorded.flat(), ({ text }) => text)
  const opened = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  await Promise.all(
    opened.map(async (client) => {
      for (const alike of byText.values()) {
        for (let turn = 0; turn < turnsUntilKept; turn += 1) {
          const statement = alike[turn % alike.length]
          if (statement) await send(statement, client)
        }
      }
    }),
  )
  for (const client of opened) client.release()
}

await warmUp()
const http = fastify()
http.get('/health', async () => ({}))
http.get<{ Params: { at: string } }>('/all/:at', async ({ params }) => {
  let rows: unknown[] = []
  for (const statement of recorded[Number(params.at)] ?? []) rows = await send(statement)
  return rows
})
http.get<{ Params: { at: string } }>('/page/:at', async ({ params }) => {
  const last = recorded[Number(params.at)]?.at(-1)
  return last ? send(last) : []
})
await http.listen({ host: '127.0.0.1', port: Number(port) })
process.once('SIGTERM', () => void http.close().then(() => pool.end()))
