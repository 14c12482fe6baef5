import { createSocket } from 'node:dgram'
import { freePort as anyFreePort } from '#platform/ports'

/**
 * A port that no other test is given while this process lives, of whatever run on this machine. Between here and its use a
 * process is started, which takes seconds, and it may be killed and started on it again. Meanwhile a datagram socket of the
 * same number is held: no other process can open that one, and it is gone when this one is.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort()
    if (await isHeldNow(port)) return port
  }
}

function isHeldNow(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  socket.unref()
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(false)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}
