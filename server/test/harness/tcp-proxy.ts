import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between a process and what it depends on, to be cut and mended. */
export type TcpProxy = {
  readonly port: number
  /** Ends every connection and takes no more, until `mend`. */
  cut(): void
  mend(): void
  /** From now on connections are taken and nothing is answered on any. */
  freeze(): void
  close(): Promise<void>
}

type Target = { readonly path: string } | { readonly host: string; readonly port: number }

/** Connects by default. */
export async function tcpProxy(target: Target, isCut = false): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let cut = isCut
  let frozen = false
  const server = createServer((client) => {
    if (cut) {
      client.destroy()
      return
    }
    if (frozen) {
      open.add(client)
      client.on('error', () => client.destroy())
      return
    }
    const upstream = connect(target)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const dropAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: address.port,
    cut: () => {
      cut = true
      dropAll()
    },
    mend: () => {
      cut = false
    },
    freeze: () => {
      frozen = true
      for (const socket of open) socket.unpipe()
    },
    close: async () => {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A proxy before a database of the harness, and the address of that database through it. */
export async function databaseProxy(
  databaseUrl: string,
): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = new URL(databaseUrl)
  // The harness may give a socket; a proxy needs to know where it leads.
  const folder = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  const isSocket = folder.startsWith('/')
  const target = isSocket ? { path: `${folder}/.s.PGSQL.${port}` } : { host: folder, port }
  const proxy = await tcpProxy(target)
  const user = url.username || 'purveyor'
  return { proxy, url: `postgres://${user}@127.0.0.1:${proxy.port}${url.pathname}` }
}
