import { type Html, html } from '#pages/plain-page'
import { recordAddress } from './addresses.ts'
import { nameOf, type Schema } from './api-document.ts'
import { inline, join } from './prose.ts'

/** The fields of an object, with the fields of the objects in it that have no name of their own. */
export function fieldsOf(schema: Schema): Html | undefined {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return undefined
  const required = new Set(schema.required)
  return html`<ul class="fields">
${fields.map(([name, field]) => fieldRow({ name, schema: field, isRequired: required.has(name) }))}</ul>`
}

type Field = {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly description?: string | undefined
}

/** A field or a parameter: its name, its type, its limits, and what it is for. */
export function fieldRow({ name, schema, isRequired, description }: Field): Html {
  const text = description ?? schema.description
  const limits = limitsOf(schema)
  return html`<li><div class="name"><code>${name}</code> <span class="type">${typeOf(schema)}</span>${
    isRequired && html` <span class="required">required</span>`
  }</div>
${text !== undefined && html`<div>${inline(text)}</div>\n`}${
  limits.length > 0 && html`<div class="limits">${join(limits, ', ')}</div>\n`
}${fieldsOf(innermostSchema(schema))}</li>
`
}

/** The object whose fields belong here: the schema, what a list holds, or the one choice beside null. */
function innermostSchema(schema: Schema): Schema {
  if (schema.items) return innermostSchema(schema.items)
  const choices = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = choices
  if (only && choices.length === 1) return innermostSchema(only)
  const [map] = Object.values(schema.patternProperties ?? {})
  return map ? innermostSchema(map) : schema
}

/** The type in words, with links to records. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return recordLink(nameOf(schema.$ref))
  if (schema.const !== undefined) return value(schema.const)
  if (schema.enum) return join(schema.enum.map(value), ' or ')
  if (schema.anyOf) return join(schema.anyOf.map(typeOf), ' or ')
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  const [map] = Object.values(schema.patternProperties ?? {})
  if (map && !schema.properties) return html`map of ${typeOf(map)}`
  if (typeof schema.additionalProperties === 'object') {
    return html`map of ${typeOf(schema.additionalProperties)}`
  }
  const { type = 'any value', format } = schema
  const words = typeof type === 'string' ? type : type.join(' or ')
  return html`${words}${format !== undefined && ` (${format})`}`
}

export function recordLink(name: string): Html {
  return html`<a href="${recordAddress(name)}">${name}</a>`
}

const value = (given: unknown): Html => html`<code>${JSON.stringify(given)}</code>`

function limitsOf(schema: Schema): Html[] {
  const { pattern, default: fallback, uniqueItems } = schema
  return [
    ...range(schema.minLength, schema.maxLength, 'characters'),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...range(schema.minProperties, schema.maxProperties, 'fields'),
    ...range(schema.minimum, schema.maximum, ''),
    ...(uniqueItems ? [html`no item twice`] : []),
    ...(pattern === undefined ? [] : [html`form <code>${pattern}</code>`]),
    ...(fallback === undefined ? [] : [html`default ${value(fallback)}`]),
  ]
}

function range(from: number | undefined, to: number | undefined, unit: string): Html[] {
  // Every integer of the contract fits into a number of JavaScript. This limit tells nobody anything.
  const most = to === Number.MAX_SAFE_INTEGER ? undefined : to
  const least = unit !== '' && from === 0 ? undefined : from
  if (least === undefined && most === undefined) return []
  const words =
    most === undefined
      ? `at least ${least}`
      : least === undefined
        ? `at most ${most}`
        : `${least} to ${most}`
  return [html`${`${words} ${unit}`.trim()}`]
}
