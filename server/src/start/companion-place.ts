import type { SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { isLoopbackHost } from '#platform/net'
import { type Role, rolesOf } from '../app/app-options.ts'

export type CompanionPlace = { readonly host: string; readonly port: number }

/** A process that has this role and no other. */
export function hasOnlyRole(settings: SettingsReading, role: Role): boolean {
  const roles = rolesOf(settings)
  return roles.size === 1 && roles.has(role)
}

/**
 * Where this process starts a companion: at its own address when it has no other role, and otherwise at the address that the API
 * calls, if that is one of this machine. Undefined when another process is the companion.
 */
export function companionPlaceOf(
  settings: SettingsReading,
  role: Role,
  baseUrl: string | undefined,
): CompanionPlace | undefined {
  const { HOST, PORT } = settings.of(platformSettings)
  if (hasOnlyRole(settings, role)) return { host: HOST, port: PORT }
  if (!rolesOf(settings).has(role) || baseUrl === undefined) return undefined
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol !== 'http:' || port === '' || !isLoopbackHost(hostname)) return undefined
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}
