import type { AppOptions } from './app.ts'
import { platformSettings } from './settings.ts'

/** Where people and programs reach us. */
export function publicUrlOf({ settings }: AppOptions): string {
  const { BASE_URL, HOST, PORT } = settings.of(platformSettings)
  return (BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '')
}
