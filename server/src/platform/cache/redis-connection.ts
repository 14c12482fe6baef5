import { Cluster, Redis } from 'ioredis'

export type RedisConnection = Redis | Cluster

/** Below the 500 ms that every operation may take in total. */
export const answerTimeoutMs = 400

/**
 * Commands are refused while there is no connection, and not queued. A queue would grow during an outage, and then run commands
 * that their callers gave up on long ago.
 */
const common = {
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: answerTimeoutMs,
  connectTimeout: 2_000,
  // Also the time to wait for the other end to close, when it has stopped answering.
  disconnectTimeout: 50,
  // redis-cache.ts knows the channels and subscribes again by itself.
  autoResubscribe: false,
  disableClientInfo: true,
}

const retryDelayMs = (times: number) => Math.min(50 * 2 ** Math.min(times, 6), 1_000)

/** One server by its address, or a cluster by several hosts separated by commas. Connects at once, and reconnects for ever. */
export function openRedis(url: string): RedisConnection {
  const hosts = hostsOf(url)
  return watchConnection(hosts.length === 1 ? openOne(hosts) : openCluster(hosts))
}

/**
 * A connection for subscriptions. In a cluster every machine passes on all messages, so one plain connection is enough. It goes to
 * the next machine when it is lost. The client's own choice of a machine loops without a pause while all are away.
 */
export function openListener(url: string): Redis {
  return watchConnection(openOne(hostsOf(url)))
}

function watchConnection<Connection extends RedisConnection>(connection: Connection): Connection {
  // Without a listener a refused connection would end the process. The operations report the error.
  connection.on('error', () => undefined)
  connection.on('close', () => abandonedConnections.delete(connection))
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

/** The scheme and the credentials come from the first host, because only the first may have them. */
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

const abandonedConnections = new WeakSet<RedisConnection>()

export function isUp(connection: RedisConnection): boolean {
  return connection.status === 'ready' && !abandonedConnections.has(connection)
}

/** A connection that has stopped answering gets no more commands. Until there is a new one, all commands fail at once. */
export function abandon(connection: RedisConnection): void {
  if (!isUp(connection)) return
  abandonedConnections.add(connection)
  connection.disconnect(true)
}
