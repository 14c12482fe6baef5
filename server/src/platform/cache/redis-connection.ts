import { Cluster, Redis } from 'ioredis'

export type RedisConnection = Redis | Cluster

/** Below the 500 ms that every operation may take in all. */
export const answerTimeoutMs = 400

/**
 * Commands are refused while there is no connection instead of queued: a queue would grow through an outage, and
 * then carry out what its callers have long given up on.
 */
const common = {
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: answerTimeoutMs,
  connectTimeout: 2_000,
  // How long to wait for the other end to close, too, when it has stopped answering.
  disconnectTimeout: 50,
  // The channels are known in redis-cache.ts, which subscribes again by itself.
  autoResubscribe: false,
  disableClientInfo: true,
}

const retryDelayMs = (times: number) => Math.min(50 * 2 ** Math.min(times, 6), 1_000)

/** One server by its address; a cluster by several hosts separated by commas. Connects at once and for ever. */
export function openRedis(url: string): RedisConnection {
  const [first = '', ...others] = url.split(',').map((part) => part.trim())
  const connection =
    others.length === 0
      ? new Redis(first, { ...common, enableOfflineQueue: false, retryStrategy: retryDelayMs })
      : openCluster(new URL(first), others)
  // Without a listener a refused connection would end the process. The operations report it.
  connection.on('error', () => undefined)
  connection.on('close', () => abandoned.delete(connection))
  return connection
}

const abandoned = new WeakSet<RedisConnection>()

export function isUp(connection: RedisConnection): boolean {
  return connection.status === 'ready' && !abandoned.has(connection)
}

/** Nothing more is asked of a connection that has stopped answering: until there is a new one, all fail at once. */
export function abandon(connection: RedisConnection): void {
  if (!isUp(connection)) return
  abandoned.add(connection)
  connection.disconnect(true)
}

function openCluster(first: URL, others: readonly string[]): Cluster {
  const hosts = [first, ...others.map((part) => new URL(withScheme(part, first.protocol)))]
  const nodes = hosts.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6379) }))
  return new Cluster(nodes, {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelayMs,
    slotsRefreshTimeout: 2_000,
    retryDelayOnFailover: 50,
    redisOptions: {
      ...common,
      ...(first.username ? { username: decodeURIComponent(first.username) } : {}),
      ...(first.password ? { password: decodeURIComponent(first.password) } : {}),
      ...(first.protocol === 'rediss:' ? { tls: {} } : {}),
    },
  })
}

function withScheme(part: string, scheme: string): string {
  return part.includes('://') ? part : `${scheme}//${part}`
}
