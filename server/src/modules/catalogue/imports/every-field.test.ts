import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { allFields, storedFields } from '#modules/products/fields'
import { useImportService } from '#testing/imports'
import { normalise } from './reading/index.ts'

const service = await useImportService(await useDatabase())

/** A discontinued product is in no export, and no other has a successor. */
const recordOf = (at: 0 | 1) =>
  Object.fromEntries(storedFields.map(({ name, example }) => [name, example[at]]))
const names = storedFields.map(({ name }) => name)

it.each([
  ['jsonl', 'application/jsonl', names],
  ['csv', 'text/csv', names],
  [
    'bmecat',
    'application/xml',
    storedFields.filter(({ bmecat }) => bmecat).map(({ name }) => name),
  ],
  [
    'google',
    'application/xml',
    storedFields.filter(({ google }) => google).map(({ name }) => name),
  ],
])(
  'every field survives import, change, export as %s and import again',
  async (format, type, kept) => {
    const [before, after] = [recordOf(0), recordOf(1)]
    await carryOut(before)
    expect(await carryOut(after)).toMatchObject({ records: { failed: 0 }, problems: 0 })
    expect(await exported()).toEqual(after)

    const { text } = await service.send('admin', 'GET', `/exports?format=${format}`)
    expect(await read(text, type)).toMatchObject({ records: { unchanged: 1 }, problems: 0 })

    await carryOut(before)
    expect(await read(text, type)).toMatchObject({ records: { updated: 1 }, problems: 0 })
    expect(pick(await exported(), kept)).toEqual(pick(after, kept))
  },
)

it('an import that names a field alone changes no other one', async () => {
  const [before, after] = [recordOf(0), recordOf(1)]
  for (const { name } of storedFields) {
    // A price basis needs its price, and the own language takes the texts with it.
    if (['sku', 'perQuantity', 'language', 'texts'].includes(name)) continue
    await carryOut(before)
    await carryOut({ sku: before.sku, [name]: after[name] })
    expect(await exported()).toEqual({ ...before, [name]: after[name] })
  }
})

it.each(allFields)('a record with $name is read without a problem', ({ key, name, example }) => {
  const read = example.map((value) => {
    const fields = { sku: 'F-1', [name]: value }
    return normalise({ line: 1, fields, problems: [] }, { decimal: '.' }, (unit) => unit)
  })
  expect(read.flatMap(({ problems }) => problems)).toEqual([])
  const [one, other] = read.map(({ product }) => product?.[key])
  expect(one).toBeDefined()
  if (name !== 'sku') expect(one).not.toEqual(other)
})

it('the guide of catalogue files describes every field', async () => {
  const guide = await readFile(
    join(import.meta.dirname, '../../../../../docs/catalogue-files.md'),
    'utf8',
  )
  const [, fields = ''] = /## Fields\n([\s\S]*?)\n## Prices/.exec(guide) ?? []
  expect(allFields.map(({ name }) => name).filter((name) => !fields.includes(name))).toEqual([])
})

function pick(record: Readonly<Record<string, unknown>>, kept: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => kept.includes(name)))
}

async function exported(): Promise<Record<string, unknown>> {
  return JSON.parse((await service.send('admin', 'GET', '/exports?format=jsonl')).text)
}

const carryOut = (record: object) => read(JSON.stringify(record), 'application/jsonl')

async function read(file: string, type: string) {
  return (await service.carryOut(file, { type })).body.data
}
