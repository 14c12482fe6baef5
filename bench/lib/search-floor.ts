import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import pg from 'pg'
import { sessionSettings } from '../../server/src/platform/db/connection-options.ts'

/**
 * The floor of a search: the statements that the service sends for each query, sent again by bare `pg` from a bare Fastify
 * route, prepared, with no service around them. `/page` sends only the last of them, which reads the products of the page.
 */
type Recorded = { readonly text: string; readonly values: readonly unknown[] }

const [port, url, recording] = process.argv.slice(2)
const recorded = JSON.parse(readFileSync(recording ?? '', 'utf8')) as Recorded[][]
// As the service connects: to compile, or to sort through files, would slow the floor and flatter the service.
const connections = 10
/** PostgreSQL makes a plan for its own values each of the first five times. */
const turnsUntilKept = 6
const pool = new pg.Pool({ connectionString: url, max: connections, options: sessionSettings })
const names = new Map<string, string>()

async function send({ text, values }: Recorded, to: Pick<pg.Pool, 'query'> = pool) {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return (await to.query({ name, text, values: [...values] })).rows as unknown[]
}

/** The service has been at work for a while when it is measured: its connections have made their plans. So have these. */
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
