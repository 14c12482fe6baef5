import { keepImagingChild } from '#imaging'
import { identitySettings } from '#modules/identity'
import { imagesSettings, sourceBaseUrlOf, sourcesPath } from '#modules/images'
import type { SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { isLoopbackHost } from '#platform/net'
import { processorKeysFrom } from '#platform/pictures'
import { sealKeysFrom } from '#platform/seal'
import type { Log } from '#platform/telemetry'
import { rolesOf } from '../app/app-options.ts'
import { version } from '../version.ts'

export type ImagingPlace = { readonly host: string; readonly port: number }

/** A process that does nothing but process pictures. It needs no database. */
export function isImagingAlone(settings: SettingsReading): boolean {
  const roles = rolesOf(settings)
  return roles.size === 1 && roles.has('imaging')
}

/**
 * Where this process starts the picture processor: at its own address when it has no other role, and otherwise at
 * IMAGE_PROC_BASE_URL if that is an address of this machine. Undefined when another process is the processor.
 */
export function imagingPlaceOf(settings: SettingsReading): ImagingPlace | undefined {
  const { HOST, PORT } = settings.of(platformSettings)
  if (isImagingAlone(settings)) return { host: HOST, port: PORT }
  const { IMAGE_PROC_BASE_URL } = settings.of(imagesSettings)
  if (!rolesOf(settings).has('imaging') || IMAGE_PROC_BASE_URL === undefined) return undefined
  const { protocol, hostname, port } = new URL(IMAGE_PROC_BASE_URL)
  if (protocol !== 'http:' || port === '' || !isLoopbackHost(hostname)) return undefined
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** The keys with which this process and the API sign requests to the processor. Undefined without any secret. */
export function imagingKeysOf(settings: SettingsReading) {
  const { IMAGE_PROC_KEY: key, IMAGE_PROC_SALT: salt } = settings.of(imagesSettings)
  const { DATA_ENCRYPTION_KEYS: dataEncryptionKeys } = settings.of(platformSettings)
  const { JWT_REFRESH_SECRET: fallbackSecret = '' } = settings.of(identitySettings)
  const hasSecret = dataEncryptionKeys !== undefined || fallbackSecret !== ''
  const secrets = hasSecret
    ? sealKeysFrom({ dataEncryptionKeys, fallbackSecret }).map((one) => one.key)
    : []
  return processorKeysFrom({ key, salt, secrets })
}

/** Starts the processor in a child process and keeps it running. Returns undefined where this process has none to start. */
export function startImagingChild(settings: SettingsReading, log: Log) {
  const place = imagingPlaceOf(settings)
  const keys = imagingKeysOf(settings)
  if (!place || !keys) return undefined
  const sourcePrefix = `${sourceBaseUrlOf(settings)}${sourcesPath}`
  const { IMAGE_SOURCE_MAX_BYTES: sourceBytesMax } = settings.of(imagesSettings)
  return keepImagingChild({
    ...place,
    keys,
    sourcePrefix,
    version,
    limits: { sourceBytesMax },
    log,
  })
}
