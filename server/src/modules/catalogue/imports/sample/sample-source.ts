import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Attribute, Category } from '#modules/products'

/** `data/catalog` of the repository. Its SOURCE.md gives the source and the licence. */
const folder = join(import.meta.dirname, '../../../../../../data/catalog')

export type SampleProduct = {
  readonly sku: string
  readonly mpn: string
  readonly brand: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly description: string
  readonly category: string
  readonly releasedOn: string
  readonly attributes: readonly Attribute[]
}

/** Yields batches from the line after `skip`, so that the whole catalogue is never in memory. */
export async function* readSampleProducts(
  skip: number,
  batchMax: number,
): AsyncGenerator<SampleProduct[]> {
  const unpacked = createReadStream(join(folder, 'products.jsonl.gz')).pipe(createGunzip())
  const lines = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
  let passed = 0
  let batch: SampleProduct[] = []
  for await (const line of lines) {
    passed += 1
    if (passed <= skip) continue
    batch.push(JSON.parse(line) as SampleProduct)
    if (batch.length < batchMax) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const CategoryLine = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parent: Type.Optional(Type.String()),
  nouns: Type.Optional(Type.Array(Type.String())),
})

export type SampleCategory = Category & {
  readonly pathIds: readonly string[]
  readonly nouns: readonly string[]
  readonly parentId?: string
}

/** Parents come before their children. */
export async function readSampleCategories(): Promise<Map<string, SampleCategory>> {
  const lines = JSON.parse(await readFile(join(folder, 'categories.json'), 'utf8')) as unknown
  const known = new Map<string, SampleCategory>()
  for (const { id, name, parent, nouns } of Value.Parse(Type.Array(CategoryLine), lines)) {
    const above = parent === undefined ? undefined : known.get(parent)
    if (parent !== undefined && !above) throw new Error(`category ${id} comes before its parent`)
    known.set(id, {
      id,
      name,
      path: [...(above?.path ?? []), name],
      pathIds: [...(above?.pathIds ?? []), id],
      nouns: nouns ?? [],
      ...(parent === undefined ? {} : { parentId: parent }),
    })
  }
  return known
}
