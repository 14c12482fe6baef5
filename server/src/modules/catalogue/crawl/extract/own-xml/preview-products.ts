import type { FoundProduct } from '../found-product.ts'
import { normaliseFeedRecord } from '../normalise-feed-record.ts'
import { foundIn } from '../read-feed.ts'
import { recordReader } from './mapped-record.ts'
import type { FieldPaths } from './mapping.ts'
import type { ExampleItem } from './read-own-xml.ts'

export type PreviewInput = {
  readonly url: string
  readonly now: Date
  readonly examples: readonly ExampleItem[]
  readonly fields: FieldPaths
  readonly decimal: '.' | ',' | undefined
}

/** The first products of a file as a mapping would read them. One without a name or a number is left out. */
export function previewProducts({
  url,
  now,
  examples,
  fields,
  decimal,
}: PreviewInput): FoundProduct[] {
  const reader = recordReader(fields, decimal)
  return examples.flatMap((example, at) => {
    const lookup = (path: string) => (Object.hasOwn(example, path) ? (example[path] ?? []) : [])
    const record = normaliseFeedRecord(reader(at + 1, lookup, false), { decimal: decimal ?? '.' })
    return foundIn(record, { url, kind: 'own-xml', now }) ?? []
  })
}
