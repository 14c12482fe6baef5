import type { Static } from 'typebox'
import { listeningPort, type platformSettings } from '#platform/deployment'
import { freePort, tryPort } from '#platform/ports'

type Settings = Static<(typeof platformSettings)['schema']>

export type Ports = {
  readonly port: number
  readonly sandboxPort: number
  readonly smtpPort: number
}

/** The ports of a local start. 0 means any free port. A port that is in use is reported before anything else is made. */
export async function choosePorts(settings: Settings, hasSandbox: boolean): Promise<Ports> {
  const port = await choosePort(listeningPort(settings), settings.HOST)
  if (!hasSandbox) return { port, sandboxPort: 0, smtpPort: 0 }
  return {
    port,
    sandboxPort: await choosePort(settings.SANDBOX_PORT, '127.0.0.1'),
    smtpPort: await choosePort(settings.SANDBOX_SMTP_PORT, '127.0.0.1'),
  }
}

async function choosePort(port: number, host: string): Promise<number> {
  if (port === 0) return freePort()
  await tryPort(port, host)
  return port
}
