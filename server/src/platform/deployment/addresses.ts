import type { SettingsReading } from '#platform/config'
import { platformSettings } from './platform-settings.ts'
/** An admin runtime that runs alone may have another port than the API. */
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

/** The public address of the service, without a slash at the end. */
export function publicUrlOf(settings: SettingsReading): string {
  const { BASE_URL, HOST, PORT } = settings.of(platformSettings)
  return (BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '')
}
