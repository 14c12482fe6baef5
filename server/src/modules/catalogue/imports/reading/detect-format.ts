import type { ImportFormat } from '../import.ts'

const byMediaType: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/ndjson': 'jsonl',
}

/** Returns the format of a `Content-Type`. For XML, the root element decides later. */
export function formatOfMediaType(mediaType: string): ImportFormat | undefined {
  return byMediaType[mediaType]
}

/** Detects the format by the beginning of the file. Undefined for an unknown format. */
export function formatOfContent(head: Buffer): ImportFormat | undefined {
  const text = head
    .toString('latin1')
    .replace(/\0/g, '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
  if (text.startsWith('{')) return 'jsonl'
  if (text.startsWith('<')) {
    if (/<(?:\w+:)?BMECAT[\s>]/.test(text)) return 'bmecat'
    if (/<(?:rss|feed)[\s>]/i.test(text)) return 'google'
    return undefined
  }
  return /[;,\t|]/.test(text) ? 'csv' : undefined
}
