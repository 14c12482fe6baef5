import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export type OwnRedis = {
  readonly url: string
  readonly port: number
  /** Ends it at once, as a machine that is gone would. */
  stop(): Promise<void>
}

const startPatienceMs = 30_000

/** A Redis of our own, which keeps nothing. The port is free unless one is given, to come back on. */
export async function startRedisServer(
  program: string,
  folder: string,
  givenPort?: number,
): Promise<OwnRedis> {
  const port = givenPort ?? (await freePort())
  const child = spawn(
    program,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ],
    { stdio: 'ignore' },
  )
  const exit = once(child, 'exit')
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const until = performance.now() + startPatienceMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      throw new Error(`${program} does not start on port ${port}`)
    }
    await sleep(10)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: async () => {
      process.off('exit', killAtExit)
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
