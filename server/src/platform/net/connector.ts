import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressRule, mayReach } from './addresses.ts'
import { OutboundFailed, UnsafeAddress } from './errors.ts'
import type { Resolve } from './resolve.ts'

export type GuardedConnection = {
  readonly rule: AddressRule
  readonly resolve: Resolve
  readonly connectTimeoutMs: number
}

/**
 * Connects to addresses from users. It checks three times, because each check alone has a hole: the literal address, for which no
 * lookup is made; every answer of the lookup that the connection itself uses, so that no later answer can differ; and the address
 * that the socket is connected to.
 */
export function guardedConnector(connection: GuardedConnection): buildConnector.connector {
  const { rule, connectTimeoutMs } = connection
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(connection),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !mayReach(host, rule)) {
      callback(new UnsafeAddress('address'), null)
      return
    }
    connect(options, (error, socket) => {
      if (error || !socket) {
        callback(error ?? new OutboundFailed('network', false), null)
        return
      }
      if (socket.remoteAddress === undefined || !mayReach(socket.remoteAddress, rule)) {
        socket.destroy()
        callback(new UnsafeAddress('address'), null)
        return
      }
      callback(null, socket)
    })
  }
}

/** Refuses the name when any of its addresses is closed. A name that also points inside is no accident. */
function guardedLookup({ resolve, rule }: GuardedConnection): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        if (addresses.length === 0) throw new OutboundFailed('dns', false)
        if (!addresses.every(({ address }) => mayReach(address, rule))) {
          throw new UnsafeAddress('address')
        }
        return addresses
      })
      .then(
        (addresses) => {
          const [first] = addresses
          if (options.all || !first) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error: Error) => callback(error, ''),
      )
  }
}
