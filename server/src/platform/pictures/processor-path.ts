import { createHmac, timingSafeEqual } from 'node:crypto'
import { type OutputFormat, outputFormats, type Preset, presetNames, presets } from './presets.ts'

/** One pair of imgproxy: `IMGPROXY_KEY` and `IMGPROXY_SALT`, decoded from their hexadecimal form. */
export type ProcessorKey = { readonly key: Buffer; readonly salt: Buffer }

/** The first pair signs, and each of them verifies. */
export type ProcessorKeys = readonly [ProcessorKey, ...ProcessorKey[]]

export type Transform = {
  readonly sourceUrl: string
  readonly preset: Preset
  readonly format: OutputFormat
}

/**
 * The signature of imgproxy: HMAC-SHA256 over the salt and the path, in base64 for URLs. `path` begins with the slash after the
 * signature.
 */
export function signPath({ key, salt }: ProcessorKey, path: string): string {
  return createHmac('sha256', key).update(salt).update(path).digest('base64url')
}

/** The signed path that asks a processor for a picture, in imgproxy's form with the source in base64. */
export function processorPath(keys: ProcessorKeys, transform: Transform): string {
  const { sourceUrl, preset, format } = transform
  const source = Buffer.from(sourceUrl).toString('base64url')
  const path = `/${optionsOf(preset)}/${source}.${format}`
  return `/${signPath(keys[0], path)}${path}`
}

/** `forbidden`: the signature is missing or wrong. `unknown`: it is valid, but asks for more than the presets. */
export type PathReading = Transform | 'forbidden' | 'unknown'

/** Reads a path of a request. Nothing of it is used before its signature has been verified. */
export function readProcessorPath(keys: ProcessorKeys, requested: string): PathReading {
  const slash = requested.indexOf('/', 1)
  if (!requested.startsWith('/') || slash < 0) return 'forbidden'
  const path = requested.slice(slash)
  if (!isSigned(keys, path, requested.slice(1, slash))) return 'forbidden'
  const [, options = '', ...rest] = path.split('/')
  const preset = presetByOptions.get(options)
  const source = rest[0] === 'plain' ? plainSource(rest.slice(1).join('/')) : base64Source(rest)
  if (!preset || !source) return 'unknown'
  const format = formatByExtension.get(source.extension)
  return format ? { sourceUrl: source.url, preset, format } : 'unknown'
}

function isSigned(keys: ProcessorKeys, path: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keys.some((one) => {
    const expected = Buffer.from(signPath(one, path))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** imgproxy fits the picture into a square and never enlarges it. */
const optionsOf = (preset: Preset) => `rs:fit:${presets[preset]}:${presets[preset]}`

const presetByOptions: ReadonlyMap<string, Preset> = new Map(
  presetNames.flatMap((name) => [
    [optionsOf(name), name] as const,
    [`resize:fit:${presets[name]}:${presets[name]}`, name] as const,
  ]),
)

const formatByExtension: ReadonlyMap<string, OutputFormat> = new Map([
  ...(Object.keys(outputFormats) as OutputFormat[]).map((name) => [name, name] as const),
  ['jpg', 'jpeg'] as const,
])

type Source = { readonly url: string; readonly extension: string }

/** `plain/{escaped address}@{extension}` */
function plainSource(text: string): Source | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0) return undefined
  try {
    return { url: decodeURIComponent(text.slice(0, at)), extension: text.slice(at + 1) }
  } catch {
    return undefined
  }
}

/** `{address in base64}.{extension}`. The base64 may be divided by slashes. */
function base64Source(parts: readonly string[]): Source | undefined {
  const text = parts.join('')
  const dot = text.lastIndexOf('.')
  if (dot < 1) return undefined
  return {
    url: Buffer.from(text.slice(0, dot), 'base64url').toString('utf8'),
    extension: text.slice(dot + 1),
  }
}
