import { html } from '#pages/plain-page'
import {
  eventAddress,
  eventsAddress,
  failuresAddress,
  operationAddress,
  recordAddress,
  tagAddress,
} from './addresses.ts'
import type { Api, Operation } from './api-document.ts'
import { filterField, layout } from './layout.ts'
import { prose } from './prose.ts'

/** The start of the reference: every operation, event and record by its name. */
export function indexPage(api: Api): string {
  const { document, byTag, operations, events } = api
  const { info, tags, components } = document
  const about = new Map(tags.map(({ name, description }) => [name, description]))
  return layout(
    api,
    '',
    html`<h1>API reference</h1>
${prose(info.description)}
<p class="quiet">Version ${info.version}: ${operations.length} operations, ${events.length} <a href="${eventsAddress}">events</a>, ${Object.keys(components.schemas).length} records, ${Object.keys(document['x-failure-codes']).length} <a href="${failuresAddress}">failure codes</a>.</p>
${filterField('Find an operation, an event or a record')}
${[...byTag].map(
  ([tag, members]) => html`<section data-section>
<h2><a href="${tagAddress(tag)}">${tag}</a></h2>
${prose(about.get(tag))}
<ul class="entries">
${members.map(operationEntry)}</ul>
</section>
`,
)}<section data-section>
<h2>Events</h2>
<ul class="names">
${events.map(([kind]) => html`<li data-entry><a href="${eventAddress(kind)}">${kind}</a></li>\n`)}</ul>
</section>
<section data-section>
<h2>Records</h2>
<ul class="names">
${Object.keys(components.schemas).map((name) => html`<li data-entry><a href="${recordAddress(name)}">${name}</a></li>\n`)}</ul>
</section>
<section>
<h2>Credentials</h2>
<dl>
${Object.entries(components.securitySchemes).map(([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${prose(description)}</dd>\n`)}</dl>
</section>`,
  )
}

export function operationEntry({ tag, operationId, summary, method, path }: Operation) {
  return html`<li data-entry><a href="${operationAddress(tag, operationId)}">${summary}</a> <span class="at"><span class="method">${method}</span> ${path}</span></li>
`
}
