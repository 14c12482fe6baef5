import { html } from '#pages/plain-page'
import {
  eventsAddress,
  failuresAddress,
  recordAddress,
  referenceRoot,
  tagAddress,
} from './addresses.ts'
import { type Api, type ApiDocument, apiOf } from './api-document.ts'
import { indexPage, operationEntry } from './index-page.ts'
import { layout } from './layout.ts'
import { eventsPage, failuresPage } from './list-pages.ts'
import { operationSection } from './operation-section.ts'
import { prose } from './prose.ts'
import { recordPage, type Uses, usesOf } from './record-page.ts'

/** The pages of the reference by their addresses. Each is made when it is called for. */
export function referencePages(document: ApiDocument): ReadonlyMap<string, () => string> {
  const api = apiOf(document)
  let uses: Uses | undefined
  const usesOfRecords = () => {
    uses ??= usesOf(api)
    return uses
  }
  return new Map([
    [referenceRoot, () => indexPage(api)],
    [eventsAddress, () => eventsPage(api)],
    [failuresAddress, () => failuresPage(api)],
    ...[...api.byTag.keys()].map((tag) => [tagAddress(tag), () => tagPage(api, tag)] as const),
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        [recordAddress(name), () => recordPage(api, name, schema, usesOfRecords())] as const,
    ),
  ])
}

/** All operations of a tag. */
function tagPage(api: Api, tag: string): string {
  const operations = api.byTag.get(tag) ?? []
  const about = api.document.tags.find(({ name }) => name === tag)?.description
  return layout(
    api,
    tag,
    html`<h1>${tag}</h1>
${prose(about)}
<ul class="entries">
${operations.map(operationEntry)}</ul>
${operations.map((operation) => operationSection(api, operation))}`,
  )
}

export function notFoundPage(document: ApiDocument): string {
  return layout(
    apiOf(document),
    'Not found',
    html`<h1>There is no such page</h1>
<p>The operation or the record may have another name in this version. <a href="${referenceRoot}">The reference</a> lists all of them.</p>`,
  )
}
