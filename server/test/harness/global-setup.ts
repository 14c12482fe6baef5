import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  type LocalPostgres,
  startLocalPostgres,
  stopLocalPostgres,
} from '../../src/platform/db/index.ts'
import { isAlive } from '../../src/platform/processes/index.ts'
import { type OwnRedis, startRedisServer } from './redis-process.ts'
import { findPostgres15, findRedis } from './tools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for the servers of its run. */
    serversSocket: string
    redisUrl: string | undefined
  }
}

const folderPrefix = 'purveyor-test-run-'

/**
 * The servers of one test run. PostgreSQL starts when the first worker asks for it, so that a run of pure functions
 * does not wait for one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAfterKilledRuns()
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const binaries = project.name.startsWith('pg15') ? findPostgres15() : undefined
  let postgres: Promise<LocalPostgres> | undefined
  const start = () =>
    startLocalPostgres({
      dataDir: folder,
      log: { info: () => undefined, warn: (message) => console.warn(message) },
      durable: false,
      settings: { max_connections: '400', shared_buffers: '64MB' },
      ...(binaries ? { binaries } : {}),
    })

  const socket = join(folder, 'servers.sock')
  const answer = (connection: Socket) => {
    postgres ??= start()
    postgres.then(
      ({ url }) => connection.end(JSON.stringify({ url })),
      (error: Error) => connection.end(JSON.stringify({ error: error.message })),
    )
  }
  const servers = createServer(answer)
  await new Promise<void>((resolve) => servers.listen(socket, resolve))
  const redis = await startRedis(folder)
  project.provide('serversSocket', socket)
  project.provide('redisUrl', redis?.url)

  return async () => {
    await new Promise((resolve) => servers.close(resolve))
    await redis?.stop()
    await (await postgres)?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A run that was killed could not stop its server. */
async function clearAfterKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix)
      ? Number.parseInt(name.slice(folderPrefix.length), 10)
      : 0
    if (!pid || isAlive(pid)) continue
    await stopLocalPostgres(join(tmpdir(), name))
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

async function startRedis(folder: string): Promise<OwnRedis | undefined> {
  const program = findRedis()
  return program ? startRedisServer(program, folder) : undefined
}
