import { isJson, type Json } from '../openapi/schemas.ts'
import { resolverOf } from './fields.ts'
import { html, type Markup, prose } from './html.ts'
import { type Operation, operationSection } from './operation-section.ts'
import { styles } from './styles.ts'

/** The OpenAPI document as a page for people: one file, without scripts and without anything from other hosts. */
export function referencePage(document: Json): string {
  const resolve = resolverOf(document)
  const info = document.info as Json
  const groups = groupsOf(document)
  const failures = (document['x-failure-codes'] ?? {}) as Record<string, { description: string }>
  const failureSentence = (code: string): string => failures[code]?.description ?? ''
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${String(info.title)} API reference</title>
<style>${{ markup: styles }}</style>
</head>
<body>
<a class="skip" href="#content">To the operations</a>
<div class="page">
<nav aria-label="Operations">
<p><strong>${String(info.title)}</strong> ${String(info.version)}<br><a href="/openapi.json">openapi.json</a></p>
${groups.map(([tag, operations]) => menuOf(tag, operations))}
</nav>
<main id="content">
<h1>${String(info.title)} API reference</h1>
${prose(String(info.description))}
<h2 id="signing-in">Signing in</h2>
${credentialsOf(document)}
${groups.map(
  ([tag, operations]) => html`<section><h2 id="tag-${tag.replaceAll(' ', '-')}">${tag}</h2>
${prose(descriptionOf(document, tag))}
${operations.map((operation) => operationSection(operation, resolve, failureSentence))}</section>`,
)}
</main>
</div>
</body>
</html>
`
  return page.markup
}

function descriptionOf(document: Json, tag: string): string {
  const tags = document.tags as readonly { readonly name: string; readonly description: string }[]
  return tags.find(({ name }) => name === tag)?.description ?? ''
}

function menuOf(tag: string, operations: readonly Operation[]): Markup {
  const items = operations.map(
    ({ value }) =>
      html`<li><a href="#${String(value.operationId)}">${String(value.summary)}</a></li>`,
  )
  return html`<h2>${tag}</h2><ul>${items}</ul>`
}

function groupsOf(document: Json): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(document.paths as Json)) {
    for (const [method, value] of Object.entries(methods as Json)) {
      if (!isJson(value)) continue
      const [tag = 'service'] = (value.tags ?? []) as readonly string[]
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, value }])
    }
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

function credentialsOf(document: Json): Markup {
  const { securitySchemes } = document.components as { securitySchemes: Record<string, Json> }
  const scopes = Object.entries(
    ((securitySchemes.oauth2 as { flows: { authorizationCode: { scopes: Json } } }).flows
      .authorizationCode.scopes ?? {}) as Record<string, string>,
  )
  return html`<ul>
<li><code>x-api-key: &lt;API_KEY&gt;</code> for integrations between servers.</li>
<li><code>Authorization: Bearer &lt;ACCESS_TOKEN&gt;</code> for people and for partner apps.</li>
</ul>
<p>Send one of them, not both. Keys and apps hold scopes; people act by their role.</p>
<div class="scroll"><table><thead><tr><th scope="col">Scope</th><th scope="col">Allows to</th></tr></thead><tbody>${scopes.map(
    ([scope, meaning]) => html`<tr><td><code>${scope}</code></td><td>${meaning}</td></tr>`,
  )}</tbody></table></div>`
}
