import { html } from '#pages/plain-page'
import { failureAddress, recordAddress } from './addresses.ts'
import { type Api, nameOf, parametersOf, resolve } from './api-document.ts'
import { filterField, layout } from './layout.ts'
import { code, inline, prose } from './prose.ts'
import { fieldRow, fieldsOf } from './schema-fields.ts'

/** All events that a webhook can receive, each with what it tells. */
export function eventsPage(api: Api): string {
  const [, first] = api.events[0] ?? []
  return layout(
    api,
    'Events',
    html`<h1>Events</h1>
<p>A webhook receives each event as a POST with a signature. The guide <a href="/docs/webhooks">webhooks</a> says how to verify, order and replay deliveries.</p>
${
  first &&
  html`<h2>In the headers</h2>
<ul class="fields">
${parametersOf(api, first).map(({ name, description, required = false, schema = {} }) =>
  fieldRow({ name, schema, isRequired: required, description }),
)}</ul>
`
}${filterField('Find an event')}
${api.events.map((event) => eventSection(api, event))}`,
  )
}

function eventSection(api: Api, [kind, { description, requestBody }]: Api['events'][number]) {
  const body = requestBody?.content['application/json']?.schema ?? {}
  const data = resolve(api, body).properties?.data ?? {}
  const { examples = [], ...record } = resolve(api, data)
  return html`<section class="event" id="${kind}" aria-labelledby="${kind}-title" data-entry>
<h2 id="${kind}-title"><a href="#${kind}">${kind}</a></h2>
${prose(description)}
${body.$ref !== undefined && html`<p>The body is <a href="${recordAddress(nameOf(body.$ref))}">${nameOf(body.$ref)}</a>. Its <code>data</code>:</p>\n`}${fieldsOf(record)}
${examples.length > 0 && html`<details><summary>Example of <code>data</code></summary>\n${code(JSON.stringify(examples[0], null, 2))}</details>\n`}</section>
`
}

/** All failure codes: what happened, and what to do. */
export function failuresPage(api: Api): string {
  const codes = Object.entries(api.document['x-failure-codes'])
  const byModule = Map.groupBy(codes, ([name]) => name.split('.', 1)[0] ?? '')
  return layout(
    api,
    'Failure codes',
    html`<h1>Failure codes</h1>
<p>An answer that did not succeed has a code in <code>meta.code</code>, which never changes, and a sentence in <code>error</code>.</p>
${filterField('Find a failure code')}
${[...byModule].map(
  ([module, members]) => html`<section data-section>
<h2>${module}</h2>
<ul class="fields">
${members.map(
  ([name, { status, description, details }]) =>
    html`<li id="${name}" data-entry><div class="name"><a href="${failureAddress(name)}"><code>${name}</code></a> <span class="type">${status}</span></div>\n<div>${inline(description)}</div>${details && fieldsOf(details)}</li>\n`,
)}</ul>
</section>
`,
)}`,
  )
}
