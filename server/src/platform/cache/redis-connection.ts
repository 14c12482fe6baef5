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
  const hosts = hostsOf(url)
  return watched(hosts.length === 1 ? openOne(hosts) : openCluster(hosts))
}

/**
 * For subscriptions. In a cluster every machine passes on what is published at any, so one plain connection will do,
 * to the next machine whenever one is lost; the client's own choice of one turns in a tight loop while all are away.
 */
export function openListener(url: string): Redis {
  return watched(openOne(hostsOf(url)))
}

function watched<Connection extends RedisConnection>(connection: Connection): Connection {
  // Without a listener a refused connection would end the process. The operations report it.
  connection.on('error', () => undefined)
  connection.on('close', () => abandoned.delete(connection))
  return connection
}

function openOne(hosts: readonly URL[]): Redis {
  const [first] = hosts
  const connection: Redis = new Redis(first?.href ?? '', {
    ...common,
    enableOfflineQueue: false,
    retryStrategy: (times) => {
      const next = hosts[times % hosts.length]
      if (next) Object.assign(connection.options, addressOf(next))
      return retryDelayMs(times)
    },
  })
  return connection
}

function openCluster(hosts: readonly URL[]): Cluster {
  const [first] = hosts
  return new Cluster(hosts.map(addressOf), {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelayMs,
    slotsRefreshTimeout: 2_000,
    retryDelayOnFailover: 50,
    redisOptions: {
      ...common,
      ...(first?.username ? { username: decodeURIComponent(first.username) } : {}),
      ...(first?.password ? { password: decodeURIComponent(first.password) } : {}),
      ...(first?.protocol === 'rediss:' ? { tls: {} } : {}),
    },
  })
}

/** The scheme and the credentials are those of the first, who may be the only one to say them. */
function hostsOf(url: string): URL[] {
  const [first = '', ...others] = url.split(',').map((part) => part.trim())
  const { protocol } = new URL(first)
  return [
    first,
    ...others.map((part) => (part.includes('://') ? part : `${protocol}//${part}`)),
  ].map((part) => new URL(part))
}

function addressOf({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 6379) }
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
