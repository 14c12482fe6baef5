import type { SettingsReading } from '#platform/config'
import { platformSettings } from './platform-settings.ts'
/** An admin runtime that stands apart may have a port of its own beside the API's. */
export function listeningPort({
  PURVEYOR_ROLES,
  ADMIN_PORT,
  PORT,
}: {
  readonly PURVEYOR_ROLES: string
  readonly ADMIN_PORT?: number
  readonly PORT: number
}): number {
  return PURVEYOR_ROLES === 'admin' && ADMIN_PORT !== undefined ? ADMIN_PORT : PORT
}

/** Where people and programs reach us, without a slash at the end. */
export function publicUrlOf(settings: SettingsReading): string {
  const { BASE_URL, HOST, PORT } = settings.of(platformSettings)
  return (BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '')
}
