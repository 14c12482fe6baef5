import { randomInt } from 'node:crypto'
import { tryPort } from './try-port.ts'

/**
 * Below the ports that Linux and macOS give to outgoing connections and to listeners that ask for any port (from 32768 and from
 * 49152 on). The system may give such a port to another process before we use it.
 */
const lowest = 20_000
const above = 32_768

/** A port of this machine that nothing listens on now, and that the system gives only to programs that ask for it by number. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowest, above)
    if (await isFree(port)) return port
  }
  throw new Error(
    `a hundred ports between ${lowest} and ${above} are taken: end what listens on them`,
  )
}

async function isFree(port: number): Promise<boolean> {
  return tryPort(port, '127.0.0.1').then(
    () => true,
    () => false,
  )
}
