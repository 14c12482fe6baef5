import { join } from 'node:path'
import { keepImagingChild } from '#imaging'
import { identitySettings } from '#modules/identity'
import {
  imagesSettings,
  sourceBaseUrlOf,
  sourceKeyTemplate,
  sourcesPath,
  storeFolderOf,
} from '#modules/images'
import type { SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { processorKeysFrom } from '#platform/pictures'
import { sealKeysFrom } from '#platform/seal'
import type { Log } from '#platform/telemetry'
import { version } from '../version.ts'
import { companionPlaceOf, hasOnlyRole } from './companion-place.ts'

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

/** A processor beside an API reads the files of the store. One alone may be on another machine. */
function sourceFilesOf(settings: SettingsReading): string | undefined {
  const folder = hasOnlyRole(settings, 'imaging') ? undefined : storeFolderOf(settings)
  return folder === undefined ? undefined : join(folder, sourceKeyTemplate)
}

/** Starts the processor in a child process and keeps it running. Returns undefined where this process has none to start. */
export function startImagingChild(settings: SettingsReading, log: Log) {
  const { IMAGE_PROC_BASE_URL } = settings.of(imagesSettings)
  const place = companionPlaceOf(settings, 'imaging', IMAGE_PROC_BASE_URL)
  const keys = imagingKeysOf(settings)
  if (!place || !keys) return undefined
  const sourcePrefix = `${sourceBaseUrlOf(settings)}${sourcesPath}`
  const { IMAGE_SOURCE_MAX_BYTES: sourceBytesMax } = settings.of(imagesSettings)
  return keepImagingChild({
    ...place,
    keys,
    sourcePrefix,
    sourceFiles: sourceFilesOf(settings),
    version,
    limits: { sourceBytesMax },
    log,
  })
}
