import { type Html, html } from '#pages/plain-page'
import { eventAddress, operationAddress } from './addresses.ts'
import type { Api, Schema } from './api-document.ts'
import { layout } from './layout.ts'
import { code, prose } from './prose.ts'
import { fieldsOf, recordLink, typeOf } from './schema-fields.ts'

/** Where each record is used: links to operations, events and other records. */
export type Uses = ReadonlyMap<string, readonly Html[]>

export function usesOf({ operations, events, document }: Api): Uses {
  const uses = new Map<string, Html[]>()
  const add = (part: unknown, link: Html) => {
    for (const name of recordsIn(part)) uses.set(name, [...(uses.get(name) ?? []), link])
  }
  for (const { requestBody, responses, parameters, tag, operationId, summary } of operations) {
    const link = html`<a href="${operationAddress(tag, operationId)}">${summary}</a>`
    add([requestBody, responses, parameters], link)
  }
  for (const [kind, event] of events) {
    add(event, html`<a href="${eventAddress(kind)}">event <code>${kind}</code></a>`)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    add(schema, recordLink(name))
  }
  return uses
}

/** The names of the records to which a part of the document refers. */
function recordsIn(part: unknown): Set<string> {
  const found = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  return new Set([...found].map(([, name = '']) => name))
}

export function recordPage(api: Api, name: string, schema: Schema, uses: Uses): string {
  const usedBy = uses.get(name) ?? []
  const examples = schema.examples ?? []
  return layout(
    api,
    name,
    html`<h1>${name}</h1>
${prose(schema.description)}
${schema.properties ? html`<h2>Fields</h2>\n${fieldsOf(schema)}` : shapeOf(schema)}
${
  examples.length > 0 &&
  html`<h2>${examples.length === 1 ? 'Example' : 'Examples'}</h2>
${examples.map((example) => code(JSON.stringify(example, null, 2)))}
`
}${usedBy.length > 0 && html`<h2>Used by</h2>\n<ul class="names">\n${usedBy.map((link) => html`<li>${link}</li>\n`)}</ul>\n`}`,
  )
}

/** A record that is not one object: one of several. */
function shapeOf(schema: Schema): Html {
  const choices = schema.anyOf?.filter(({ properties }) => properties) ?? []
  if (choices.length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`<p>One of these:</p>
${choices.map((choice, at) => html`<h2>Form ${at + 1}</h2>\n${fieldsOf(choice)}\n`)}`
}
