import type { TSchema } from 'typebox'
import type { EventKind } from '#platform/outbox'

type Schema = TSchema & {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** The page of all events that webhooks can subscribe to: a section for each public kind, with its fields as a table. */
export function eventPage(kinds: readonly EventKind[]): string {
  const sorted = [...kinds].sort((a, b) => (a.type < b.type ? -1 : 1))
  return `${[head, contents(sorted), ...sorted.map(section)].join('\n\n')}\n`
}

const head = `# Events

The events that a webhook can receive. Each body is \`{id, type, version, occurredAt, companyId, sequence, entity: {type, id, version}, data}\`; the
tables and examples below are \`data\`. \`sequence\` counts the events of your company without gaps. A webhook may also name \`order.*\` or \`*\`.
\`GET /api/v1/webhooks/event-kinds\` has the same as JSON Schema. [The SDK](../sdk/README.md) verifies deliveries. Retries, order and replay:
[webhooks](webhooks.md).`

function contents(kinds: readonly EventKind[]): string {
  return kinds
    .map(({ type, data }) => `- [\`${type}\`](#${anchor(type)}) ${summary(data as Schema)}`)
    .join('\n')
}

function section({ type, version, entity, data, example }: EventKind): string {
  const schema = data as Schema
  return [
    `## ${type}`,
    `Version ${version}, about the \`${entity}\`. ${summary(schema)}`,
    ['| field | type | |', '| --- | --- | --- |', ...rows(schema, '')].join('\n'),
    ...(example ? [['```json', JSON.stringify(example, null, 2), '```'].join('\n')] : []),
  ].join('\n\n')
}

function summary({ description = '' }: Schema): string {
  return description.replace(/\s+/g, ' ').trim()
}

function rows(schema: Schema, prefix: string): string[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isOptional = !required.has(name)
    const words = [isOptional ? 'Optional.' : '', cell(summary(field))].filter(Boolean).join(' ')
    const row = `| \`${path}\` | ${cell(typeName(field))} | ${words} |`
    const inner = field.type === 'array' && field.items ? field.items : field
    const below = field.type === 'array' ? `${path}[].` : `${path}.`
    return [row, ...(inner.properties ? rows(inner, below) : [])]
  })
}

function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(', ')
  if (schema.title) return schema.title
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items ? typeName(schema.items) : 'anything'}`
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? 'anything')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function anchor(type: string): string {
  return type.replaceAll('.', '')
}
