import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { useDatabaseUrl } from '#harness'
import { createLog } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { openDatabase, readMigrations } from '../index.ts'
import { migratePatiently } from './migrate-patiently.ts'

let connections = 0
const lines: string[] = []
const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })

/** A network that drops the second connection at its first answer. That is the first connection that migrates. */
const targetUrl = await useDatabaseUrl([])
const { hostname, port, searchParams } = new URL(targetUrl)
const folder = searchParams.get('host')
const way = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port) }
const network = closeAtEnd(
  createServer((client) => {
    connections += 1
    const isLost = connections === 2
    const upstream = connect(way)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    client.pipe(upstream)
    if (isLost) upstream.once('data', () => client.resetAndDestroy())
    else upstream.pipe(client)
    client.on('close', () => upstream.destroy())
  }),
)
network.listen(0, '127.0.0.1')
await once(network, 'listening')

describe('bringing the schema up to date', () => {
  it('waits for a database that is away, and ends at a wrong migration', async () => {
    const { port } = network.address() as AddressInfo
    const { username, password, pathname } = new URL(targetUrl)
    const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
    const database = openDatabase({ url, poolMax: 1, statementTimeoutMs: 10_000 })
    const signal = new AbortController().signal
    const first = (await readMigrations()).slice(0, 2)
    await migratePatiently(database, first, { log, signal })
    expect(connections).toBeGreaterThanOrEqual(3)
    expect(lines.join('')).toContain('The database does not answer')

    const wrong = [...first, { name: '9999_wrong', sql: 'select nonsense' }]
    await expect(migratePatiently(database, wrong, { log, signal })).rejects.toThrow('9999_wrong')
    await database.close()
  })
})
