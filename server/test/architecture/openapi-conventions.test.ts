import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type Document, isJson, type Json, type Operation, operationsOf } from './openapi-names.ts'

describe('the OpenAPI document', async () => {
  const path = new URL('../../../openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(path, 'utf8')) as Described
  const operations = operationsOf(document)

  it('has a summary of a few words for each operation, such as "List orders"', () => {
    const summaries = operations.map(([, { summary }]) => summary)
    const wrong = summaries.filter(
      (summary) =>
        !/^[A-Z][a-z]+ .{2,50}[a-zA-Z]$/.test(summary) && !/^Sign (in|out)$/.test(summary),
    )
    expect(wrong).toEqual([])
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([])
  })

  it('names the file of a list at the address of the list', () => {
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const csv = (get?.['x-list'] as ListFacts | undefined)?.csv
      return csv === undefined ? [] : [[csv, `${path}.csv`] as const]
    })
    expect(lists.length).toBeGreaterThan(50)
    expect(lists.filter(([csv, expected]) => csv !== expected)).toEqual([])
    expect(lists.filter(([csv]) => !document.paths[csv])).toEqual([])
  })

  it('says "List" for lists and "Get" for records', () => {
    const wrong = operations
      .filter(([, { operationId, summary }]) => {
        const [, verb] = /^(list|get)[A-Z]/.exec(operationId) ?? []
        const expected = verb === 'list' ? /^List / : /^(?:Get|Download) /
        return verb !== undefined && !expected.test(summary)
      })
      .map(([place, { summary }]) => `${place}: ${summary}`)
    expect(wrong).toEqual([])
  })

  it('says what a successful request does', () => {
    const descriptions = operations.flatMap(([place, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, response]) => [place, String(response.description)] as const),
    )
    const empty = descriptions.filter(
      ([, text]) => !/^[A-Z].{5,}\.$/.test(text) || /^Done/.test(text),
    )
    expect(empty).toEqual([])
    expect(document.paths['/api/v1/webhooks']?.post?.responses[200]?.description).toBe(
      'Webhook created.',
    )
  })

  it('has one spelling and a description for each tag', () => {
    const known = document.tags.map(({ name }) => name)
    const used = new Set(operations.flatMap(([, { tags }]) => tags))
    expect([...used].filter((tag) => !known.includes(tag))).toEqual([])
    expect(new Set(known.map((name) => name.toLowerCase().replace(/\W/g, ''))).size).toBe(
      known.length,
    )
    const silent = document.tags.filter(({ description }) => /^Operations on/.test(description))
    expect(silent).toEqual([])
  })

  it('gives every enum a type', () => {
    expect(untypedEnums(document, '')).toEqual([])
    expect(untypedEnums({ schema: { enum: ['A'] } }, '')).toEqual(['.schema'])
  })

  it('shows no Idempotency-Key that a reader could copy', () => {
    const { parameters } = document.components as { parameters?: Readonly<Record<string, Json>> }
    const keys = Object.values(parameters ?? {}).filter(({ name }) => name === 'Idempotency-Key')
    expect(keys.length).toBeGreaterThan(0)
    expect(JSON.stringify(keys)).not.toMatch(/"examples?"/)
  })

  it('describes the delivery of each kind of event', async () => {
    const page = await readFile(new URL('../../../docs/events.md', import.meta.url), 'utf8')
    const kinds = [...page.matchAll(/^## (\S+)$/gm)].map(([, kind]) => kind)
    expect(Object.keys(document.webhooks)).toEqual(kinds)
    const bodies = Object.values(document.webhooks).map(({ post }) =>
      JSON.stringify(post?.requestBody),
    )
    expect(bodies.filter((body) => !body?.includes('"$ref":"#/components/schemas/'))).toEqual([])
  })

  it('lets clients write each code of a currency or country in small letters', () => {
    const patterns = JSON.stringify(document).matchAll(/"pattern":"\^\[A-Z\]\{[23]\}\$"/g)
    expect([...patterns]).toEqual([])
  })

  it('names absolute servers and a contact', () => {
    expect(document.servers.filter(({ url }) => !URL.canParse(url))).toEqual([])
    expect(document.servers.length).toBeGreaterThan(0)
    expect(URL.canParse(document.info.contact?.url ?? '')).toBe(true)
  })
})

/** The places of enums without a type. Examples are data, not schemas. */
function untypedEnums(part: unknown, place: string): string[] {
  if (Array.isArray(part)) return part.flatMap((each, at) => untypedEnums(each, `${place}[${at}]`))
  if (!isJson(part)) return []
  return [
    ...(Array.isArray(part.enum) && !('type' in part) ? [place] : []),
    ...Object.entries(part).flatMap(([name, each]) =>
      /^(?:examples?|default|const)$/.test(name) ? [] : untypedEnums(each, `${place}.${name}`),
    ),
  ]
}

type ListFacts = { readonly csv?: string }

type Described = Document & {
  readonly info: { readonly contact?: { readonly url: string } }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
