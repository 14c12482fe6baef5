import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkFault } from './plan.ts'

export type Target = { readonly path: string } | { readonly host: string; readonly port: number }

/** A network between a process and what it depends on, which does what networks do. */
export type FaultProxy = {
  readonly port: number
  /** Goes on until `heal`. Returns nothing: `hits` tells whether it met anybody. */
  begin(fault: NetworkFault): void
  heal(): void
  /** Connections that were dropped or refused, pieces that were late, answers that were lost. */
  hits(fault: NetworkFault): number
  close(): Promise<void>
}

type Pair = { readonly client: Socket; readonly upstream: Socket; losesNextAnswer: boolean }

type Network = {
  fault: NetworkFault | undefined
  readonly pairs: Set<Pair>
  /** Taken while nothing moves: they lead nowhere. */
  readonly strays: Set<Socket>
  readonly hits: Map<NetworkFault, number>
}

const slowMs = 40

export async function faultProxy(targetNow: () => Target): Promise<FaultProxy> {
  const network: Network = {
    fault: undefined,
    pairs: new Set(),
    strays: new Set(),
    hits: new Map(),
  }
  const server = createServer((client) => accept(network, client, targetNow()))
  const port = await listen(server)
  const dropStrays = () => {
    for (const stray of network.strays) stray.destroy()
    network.strays.clear()
  }
  return {
    port,
    begin: (fault) => {
      network.fault = fault
      for (const pair of network.pairs) strike(network, fault, pair)
    },
    heal: () => {
      network.fault = undefined
      for (const pair of network.pairs) {
        pair.losesNextAnswer = false
        pair.client.resume()
        pair.upstream.resume()
      }
      dropStrays()
    },
    hits: (fault) => network.hits.get(fault) ?? 0,
    close: async () => {
      for (const { client } of network.pairs) client.destroy()
      dropStrays()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}

function count(network: Network, fault: NetworkFault): void {
  network.hits.set(fault, (network.hits.get(fault) ?? 0) + 1)
}

function accept(network: Network, client: Socket, target: Target): void {
  client.on('error', () => client.destroy())
  if (network.fault === 'cut') {
    count(network, 'cut')
    client.destroy()
    return
  }
  if (network.fault === 'freeze') {
    count(network, 'freeze')
    client.pause()
    network.strays.add(client)
    return
  }
  const upstream = connect(target)
  const pair: Pair = { client, upstream, losesNextAnswer: network.fault === 'answer_lost' }
  network.pairs.add(pair)
  carry(network, pair, client, upstream)
  carry(network, pair, upstream, client)
}

function strike(network: Network, fault: NetworkFault, pair: Pair): void {
  if (fault === 'answer_lost') pair.losesNextAnswer = true
  if (fault === 'answer_lost' || fault === 'slow') return
  count(network, fault)
  if (fault === 'freeze') {
    pair.client.pause()
    pair.upstream.pause()
  } else if (fault === 'reset') drop(pair)
  else pair.client.destroy()
}

/** Pieces keep their order, however late they are. */
function carry(network: Network, pair: Pair, from: Socket, to: Socket): void {
  let carried: Promise<void> = Promise.resolve()
  from.on('data', (chunk) => {
    if (pair.losesNextAnswer && from === pair.upstream) {
      // What was asked is done, and nobody will hear of it.
      count(network, 'answer_lost')
      drop(pair)
      return
    }
    if (network.fault === 'reset') {
      count(network, 'reset')
      drop(pair)
      return
    }
    if (network.fault === 'slow') {
      count(network, 'slow')
      carried = carried.then(() => wait(slowMs))
    }
    carried = carried.then(() => {
      if (!to.writable || to.write(chunk)) return
      from.pause()
      to.once('drain', () => from.resume())
    })
  })
  from.on('error', () => from.destroy())
  from.on('close', () => {
    network.pairs.delete(pair)
    void carried.then(() => to.destroy())
  })
}

function drop({ client, upstream }: Pair): void {
  client.resetAndDestroy()
  upstream.destroy()
}
