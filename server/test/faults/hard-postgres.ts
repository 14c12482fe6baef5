import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type LocalPostgres, startLocalPostgres } from '#platform/db'
import { type FaultProxy, faultProxy, type Target } from './fault-proxy.ts'

/** A durable PostgreSQL of our own that is stopped as a machine would stop it. */
export type HardPostgres = {
  /** Through the bad network. */
  readonly url: string
  readonly proxy: FaultProxy
  /** As it is reached at this moment, past the bad network. */
  directUrl(): string
  /** Away for a while. SIGKILL of the whole server, or `pg_ctl stop -m immediate`. */
  stopHard(signal: 'SIGKILL' | 'SIGQUIT', awayMs: number): Promise<void>
  close(): Promise<void>
}

export async function hardPostgres(dataDir: string): Promise<HardPostgres> {
  const start = () =>
    startLocalPostgres({
      dataDir,
      log: { info: () => undefined, warn: () => undefined },
      settings: { shared_buffers: '64MB', max_connections: '200' },
    })
  let server: LocalPostgres = await start()
  const proxy = await faultProxy(() => targetOf(server.url))
  const { username, pathname } = new URL(server.url)
  return {
    url: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
    proxy,
    directUrl: () => server.url,
    stopHard: async (signal, awayMs) => {
      process.kill(await postmasterOf(dataDir), signal)
      await server.stop()
      await wait(awayMs)
      server = await start()
    },
    close: async () => {
      await proxy.close()
      await server.stop()
    },
  }
}

function targetOf(url: string): Target {
  const { searchParams, hostname, port } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port) }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const names = await readdir(dataDir, { recursive: true })
  const notes = names.find((name) => name.endsWith('postmaster.pid'))
  if (!notes) throw new Error('PostgreSQL does not run')
  return Number((await readFile(join(dataDir, notes), 'utf8')).split('\n')[0])
}
