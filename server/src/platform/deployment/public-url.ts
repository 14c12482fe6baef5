import type { SettingsReading } from '#platform/config'
import { platformSettings } from './platform-settings.ts'

/** Where people and programs reach us, without a slash at the end. */
export function publicUrlOf(settings: SettingsReading): string {
  const { BASE_URL, HOST, PORT } = settings.of(platformSettings)
  return (BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '')
}
