import { createServer } from 'node:net'

/** Listens there for a moment. Throws the error of the listening where that cannot be. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
