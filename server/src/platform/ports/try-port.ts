import { createServer } from 'node:net'

/** Listens on the port for a moment. Throws the error of `listen` if that fails. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
