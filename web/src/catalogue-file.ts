const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  ndjson: 'application/jsonl',
  xml: 'application/xml',
  gz: 'application/gzip',
}

/** The endings of the files that can be imported. */
export const fileEndings = Object.keys(mediaTypes).map((ending) => `.${ending}`)

export function mediaTypeOf({ name }: File): string {
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  return mediaTypes[ending] ?? 'text/csv'
}
