import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { findRedis, freePort, ownRedis, redisUrl } from '#harness'
import { type Cache, CacheUnavailable, createRedisCache } from './index.ts'

const redis = redisUrl()

describe.skipIf(!redis)('Redis that is away', () => {
  it('at the start: every operation fails in time, and works once Redis is there', async () => {
    const port = await freePort()
    const cache = createRedisCache(`redis://127.0.0.1:${port}`)
    await expectUnavailable(cache)
    const heard: string[] = []
    await cache.subscribe('channel', (message) => heard.push(message))

    const server = await ownRedis(port)
    await until(() => cache.state() === 'up')
    await cache.set('key', 'value', 60_000)
    expect(await cache.get('key')).toBe('value')
    await untilHeard(cache, heard)

    await cache.close()
    await server.stop()
  })

  it('later: operations fail at once, and recover with their subscriptions', async () => {
    const server = await ownRedis()
    const cache = createRedisCache(server.url)
    const heard: string[] = []
    await cache.subscribe('channel', (message) => heard.push(message))
    await cache.set('key', 'value', 60_000)
    await server.stop()
    await until(() => cache.state() === 'down')

    await expectUnavailable(cache)

    const again = await ownRedis(server.port)
    await until(() => cache.state() === 'up')
    expect(await cache.get('key'), 'nothing is true only in Redis').toBeUndefined()
    await untilHeard(cache, heard)
    await cache.close()
    await again.stop()
  })

  it('silently, as behind a cut cable: operations fail in time, then at once, and recover', async () => {
    const server = await ownRedis()
    const cable = await openCable(server.port)
    const cache = createRedisCache(`redis://127.0.0.1:${cable.port}`)
    const heard: string[] = []
    await cache.subscribe('channel', (message) => heard.push(message))
    await cache.ping()

    cable.cut()
    await expectUnavailable(cache)
    await expectUnavailable(cache)
    expect(cache.state()).toBe('down')
    // The subscribing connection sends no commands: it notices the loss by itself.
    await wait(3_000)
    cable.mend()

    await until(() => cache.state() === 'up')
    await cache.ping()
    await untilHeard(cache, heard)
    await cache.close()
    await cable.close()
    await server.stop()
  })

  it('does not keep a process alive, and can be closed meanwhile', async () => {
    const cache = createRedisCache(`redis://127.0.0.1:${await freePort()}`)
    await cache.subscribe('channel', () => undefined)
    await cache.close()
    await cache.close()

    await expect(cache.get('key')).rejects.toBeInstanceOf(CacheUnavailable)
  })
})

describe.skipIf(!redis)('a Redis cluster', () => {
  it('is a comma-separated list of hosts and works the same', async () => {
    const cluster = await startCluster()
    const hosts = cluster.ports.map((port) => `127.0.0.1:${port}`).join(',')
    const cache = createRedisCache(`redis://${hosts}`)
    await until(() => cache.state() === 'up')
    const keys = Array.from({ length: 20 }, (_, index) => `key:${index}`)
    const heard: string[] = []

    await Promise.all(keys.map((key) => cache.set(key, key, 60_000)))
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys)
    expect(await cache.increment('count', 2, 60_000)).toBe(2)
    await cache.delete(...keys)
    expect(await cache.get('key:7')).toBeUndefined()
    await cache.subscribe('channel', (message) => heard.push(message))
    await untilHeard(cache, heard)
    await cache.ping()

    await cluster.stop()
    await until(() => cache.state() === 'down')
    await expectUnavailable(cache)
    await cache.close()
  })
})

async function expectUnavailable(cache: Cache): Promise<void> {
  const operations = {
    get: () => cache.get('key'),
    set: () => cache.set('key', 'value', 1_000),
    delete: () => cache.delete('key', 'other'),
    increment: () => cache.increment('count', 1, 1_000),
    publish: () => cache.publish('channel', 'message'),
    ping: () => cache.ping(),
  }
  const outcomes = await Promise.allSettled(Object.values(operations).map((run) => run()))
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'CacheUnavailable' } })
  }
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 10 }).toBe(true)
}

/** Messages are hints: those published before the subscription is restored are lost. */
async function untilHeard(cache: Cache, heard: readonly string[]): Promise<void> {
  const before = heard.length
  const published = async () => {
    await cache.publish('channel', 'message')
    return heard.length
  }
  await expect.poll(published, { interval: 20 }).toBeGreaterThan(before)
}

/** A connection to Redis that can be cut without either end noticing. */
async function openCable(target: number) {
  const ends = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (chunk) => whole && to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      whole = false
    },
    mend: () => {
      whole = true
    },
    close: async () => {
      for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Two machines with half of the slots each. */
async function startCluster(): Promise<{ ports: number[]; stop(): Promise<void> }> {
  const ports = [await clusterPort(), await clusterPort()]
  // A node loads the file that an earlier node on its port has left.
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-cluster-'))
  const servers = ports.map((port) =>
    spawn(
      findRedis() ?? 'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'].concat([
        '--cluster-enabled',
        'yes',
        '--cluster-config-file',
        join(folder, `nodes-${port}.conf`),
      ]),
      { stdio: 'ignore' },
    ),
  )
  const admins = ports.map((port) => new Redis(port, '127.0.0.1'))
  for (const admin of admins) admin.on('error', () => undefined)
  const [first, second] = admins as [Redis, Redis]
  await first.cluster('ADDSLOTSRANGE', 0, 8_191)
  await second.cluster('ADDSLOTSRANGE', 8_192, 16_383)
  await second.cluster('SET-CONFIG-EPOCH', 2)
  await first.cluster('MEET', '127.0.0.1', ports[1] ?? 0)
  for (const admin of admins) {
    while (!String(await admin.cluster('INFO')).includes('cluster_state:ok')) await wait(50)
  }
  return {
    ports,
    stop: async () => {
      for (const admin of admins) admin.disconnect()
      const exits = servers.map((server) => once(server, 'exit'))
      for (const server of servers) server.kill('SIGKILL')
      await Promise.all(exits)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The machines talk to each other on a port 10,000 above. That port is free only outside the range of outgoing connections. */
async function clusterPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (port + 10_000 < 32_768 && (await isFree(port + 10_000))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}
