import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { anonymousObjects, type Document, operationsOf } from './openapi-names.ts'

describe('the OpenAPI document', async () => {
  const path = new URL('../../../openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(path, 'utf8')) as Document
  const schemas = Object.entries(document.components.schemas)

  it('names every body, answer, data object and list item', () => {
    expect(anonymousObjects(document)).toEqual([])
    expect(operationsOf(document).length).toBeGreaterThan(200)
  })

  it('names its schemas in words of the field', () => {
    const wrong = schemas
      .map(([name]) => name)
      .filter((name) => !/^[A-Z][A-Za-z0-9]{0,39}$/.test(name) || /(?:View|Dto|Body)$/.test(name))
    expect(wrong).toEqual([])
  })

  it('describes each schema in a sentence, without duplicates', () => {
    const silent = schemas.filter(([, { description }]) => !/^[A-Z].*\.$/.test(String(description)))
    expect(silent.map(([name]) => name)).toEqual([])
    const texts = schemas.map(([, { title: _title, ...schema }]) => JSON.stringify(schema))
    const twice = schemas.filter((_schema, index) => texts.indexOf(texts[index] ?? '') !== index)
    expect(twice.map(([name]) => name)).toEqual([])
  })
})

describe('an object without a name', () => {
  const thing = { type: 'object', properties: { id: { type: 'string' } } }
  const named = { $ref: '#/components/schemas/Thing' }
  const list = (items: object) => ({ type: 'array', items })
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const envelope = (data: object) => ({
    type: 'object',
    properties: { success: { const: true }, data, meta: { type: 'object' } },
  })

  it.each<[string, object]>([
    ['is refused as data', envelope(thing)],
    ['is refused in a list', envelope(list(thing))],
    ['is refused in a list of a named record', envelope(named)],
    ['is refused as one of several', envelope({ anyOf: [named, thing] })],
    ['is refused as a whole answer', thing],
  ])('%s', (_what, schema) => {
    const inside = { ...thing, properties: { lines: list(thing) } }
    const document = documentOf({ responses: { 200: content(schema) } }, { Thing: inside })
    expect(anonymousObjects(document)).not.toEqual([])
  })

  it('is refused as a body', () => {
    const operation = { requestBody: content(thing), responses: {} }
    expect(anonymousObjects(documentOf(operation, {}))).toEqual(['GET /things body'])
  })

  it('may be a part of a named record', () => {
    const operation = {
      requestBody: content(named),
      responses: { 200: content(envelope(list(named))) },
    }
    const schemas = { Thing: { ...thing, properties: { size: thing } } }
    expect(anonymousObjects(documentOf(operation, schemas))).toEqual([])
  })

  const documentOf = (operation: object, schemas: object) =>
    ({ paths: { '/things': { get: operation } }, components: { schemas } }) as unknown as Document
})
