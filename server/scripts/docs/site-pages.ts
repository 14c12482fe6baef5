import { dirname, join } from 'node:path/posix'
import type { Area } from './areas.ts'

/** The text of each document, by its path in the repository. */
export type Documents = ReadonlyMap<string, string>

export type SitePages = {
  /** The text of each page, by its path on the site. */
  readonly pages: ReadonlyMap<string, string>
  readonly sidebar: readonly SidebarArea[]
}

type SidebarArea = {
  readonly text: string
  readonly collapsed?: boolean
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** The SVG files that documents show. The site has them under the same names. */
export const diagramsFolder = 'docs/diagrams'

/** Makes the pages of the site from the documents of the repository: other places, and links that fit these. */
export function sitePages(documents: Documents, areas: readonly Area[]): SitePages {
  const byArea = areas.map((area) => [area, documentsOf(area, documents, areas)] as const)
  const paths = byArea.flatMap(([, members]) => members)
  const places = new Map(paths.map((path) => [path, placeOf(path)]))
  const folders = areas.flatMap(({ folders = [] }) => folders)
  const lists = folders
    .filter((folder) => !places.has(`${folder}/README.md`) && folder !== 'docs')
    .map((folder) => [`${placeOf(folder)}/index.md`, listOf(folder, paths, documents)] as const)
  return {
    pages: new Map([...paths.map((path) => pageOf(path, documents, places)), ...lists]),
    sidebar: byArea.map(([{ title, collapsed }, members]) => ({
      text: title,
      ...(collapsed === undefined ? {} : { collapsed }),
      items: members.map((path) => ({
        text: titleOf(path, documents),
        link: `/${linkTo(places.get(path) ?? '')}`,
      })),
    })),
  }
}

/** The documents that the area names, then those of its folders that no area names. */
function documentsOf(area: Area, documents: Documents, areas: readonly Area[]): string[] {
  const named = new Set(areas.flatMap(({ pages }) => pages))
  const missing = area.pages.filter((path) => !documents.has(path))
  if (missing.length > 0) throw new Error(`There is no document ${missing.join(', ')}.`)
  const others = [...documents.keys()]
    .filter((path) => area.folders?.includes(dirname(path)) && !named.has(path))
    .sort()
  return [...area.pages, ...others]
}

/** `docs/orders.md` becomes orders.md, and a README the page of its folder. */
export function placeOf(path: string): string {
  if (path === 'README.md') return 'index.md'
  if (path === 'sdk/README.md') return 'sdk.md'
  return path
    .replace(/^docs\//, '')
    .replace(/README[.]md$/, 'index.md')
    .replace(/^[A-Z]+[.]md$/, (name) => name.toLowerCase())
}

function linkTo(place: string): string {
  return place.replace(/(?:(^|\/)index)?[.]md$/, '$1')
}

function titleOf(path: string, documents: Documents): string {
  const [, title = path] = /^# (.+)$/m.exec(documents.get(path) ?? '') ?? []
  return title.replaceAll('`', '').replace(/^(\d+)[.] /, '$1 ')
}

function listOf(folder: string, paths: readonly string[], documents: Documents): string {
  const members = paths.filter((path) => dirname(path) === folder)
  const lines = members.map((path) => `- [${titleOf(path, documents)}](/${placeOf(path)})`)
  return `# Decisions\n\n${lines.join('\n')}\n`
}

type Places = ReadonlyMap<string, string>

function pageOf(path: string, documents: Documents, places: Places): [string, string] {
  const parts = (documents.get(path) ?? '').split(/(^```[\s\S]*?^```)/m)
  const text = parts
    .map((part, at) => (at % 2 === 0 ? withSiteLinks(part, path, places) : part))
    .join('')
  return [places.get(path) ?? '', text]
}

/** A link, or code outside of links: what looks like a link there is none. */
const linkOrCode = /`[^`\n]+`|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g

function withSiteLinks(text: string, path: string, places: Places): string {
  return text.replace(linkOrCode, (whole, words?: string, target?: string) =>
    target === undefined ? whole : siteLink(whole, words ?? '', target, path, places),
  )
}

/** A file of the repository that is no page, such as source code, has no address on the site: its words stay. */
function siteLink(
  whole: string,
  words: string,
  target: string,
  path: string,
  places: Places,
): string {
  if (/^[a-z]+:|^#/.test(target)) return whole
  const [file = '', anchor] = target.split('#')
  const to = join(dirname(path), file).replace(/\/$/, '')
  if (dirname(to) === diagramsFolder) return `[${words}](/${placeOf(to)})`
  const place = places.get(to) ?? places.get(`${to}/README.md`)
  if (place !== undefined) return `[${words}](/${place}${anchor === undefined ? '' : `#${anchor}`})`
  if (to === 'openapi.json') return `<a href="/openapi.json" target="_self">${words}</a>`
  if ([...places.keys()].some((other) => dirname(other) === to)) {
    return `[${words}](/${placeOf(to)}/index.md)`
  }
  return words
}
