import { addCounts } from '../field-counts.ts'
import type { FieldCounts, FoundProduct } from '../found-product.ts'
import { readFeed } from '../read-feed.ts'
import type { ConfirmedMapping, FileShape } from './read-own-xml.ts'

export type ReadXml = {
  readonly products: readonly FoundProduct[]
  readonly problems: readonly string[]
  readonly shapes: readonly FileShape[]
  readonly fields: FieldCounts
}

/** Reads a file as the child process does. */
export async function readXml(xml: string | Buffer, mapping?: ConfirmedMapping): Promise<ReadXml> {
  const products: FoundProduct[] = []
  const problems: string[] = []
  let shapes: readonly FileShape[] = []
  let fields: FieldCounts = {}
  async function* body() {
    const bytes = Buffer.from(xml)
    for (let from = 0; from < bytes.length; from += 262_144)
      yield bytes.subarray(from, from + 262_144)
  }
  const input = {
    url: 'https://supplier.example/export.xml',
    contentType: 'application/xml',
    body: body(),
    now: new Date('2026-07-01T12:00:00Z'),
    mapping,
    onShapes: (found: readonly FileShape[]) => {
      shapes = found
    },
    onCounted: (counts: FieldCounts) => {
      fields = addCounts(fields, counts)
    },
  }
  for await (const found of readFeed(input)) {
    if ('gtins' in found) products.push(found)
    else problems.push(found.code)
  }
  return { products, problems, shapes, fields }
}

/** The mapping of a shape as a person confirms it, with changes. */
export function confirmedOf(
  shape: FileShape | undefined,
  changes: Partial<FileShape['fields']> = {},
): ConfirmedMapping {
  const { item = '', paths = [], fields = {}, terms = [] } = shape ?? {}
  return {
    item,
    fields: { ...fields, ...changes },
    paths: paths.map(({ path }) => path),
    terms,
  }
}
