import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documentFolders = ['docs', 'data', 'sdk']
const sourceFolders = ['architecture', 'bench', 'data', 'docs', 'sandbox', 'sdk', 'server', 'web']
const leftOut = /(?:^|\/)(?:node_modules|dist)\//

export type Document = { readonly path: string; readonly text: string }

/** Every document of the project. */
export async function readDocuments(): Promise<Document[]> {
  const folders = await Promise.all(documentFolders.map(filesIn))
  const paths = [...(await readdir(root)), ...folders.flat()].filter((path) => /\.md$/.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })))
}

/** Every file that a document can name, by its path from the root. */
export async function listFiles(): Promise<string[]> {
  const folders = await Promise.all(sourceFolders.map(filesIn))
  return [...(await readdir(root)), ...folders.flat()]
}

export function readText(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  const paths = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
  return paths.filter((path) => !leftOut.test(path))
}

/** What stands between backticks, without code blocks. */
export function codeSpans({ text }: Document): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((found) => String(found[1]).trim())
}

/** The text that people read as sentences: no code. */
export function prose({ text }: Document): string {
  return withoutBlocks(text).replace(/`[^`\n]+`/g, '')
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}

/** Relative links: the file that a link leads to, and its anchor. */
export function linksOf({ path, text }: Document): { to: string; anchor: string | undefined }[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((found) => String(found[1]))
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = '', anchor] = link.split('#')
      const to = file === '' ? path : normalize(join(dirname(path), file)).replaceAll('\\', '/')
      return { to, anchor }
    })
}

export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((found) =>
    String(found[1])
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** `GET /api/v1/orders` of a code span, without a query or a body. */
export function routeIn(span: string): { method: string; path: string } | undefined {
  const found = /^(GET|POST|PUT|PATCH|DELETE) (\S+)/.exec(span)
  const [, method, address] = found ?? []
  const path = address?.replace(/[?#].*$/, '')
  return method && path ? { method, path } : undefined
}

/** Whether a path of a document means this path of the API. It may leave out the beginning, and fill in parameters. */
export function meansPath(path: string, ofApi: string): boolean {
  const wanted = segmentsOf(path.replace(/^…/, ''))
  const given = segmentsOf(ofApi)
  const offset = given.length - wanted.length
  return (
    offset >= 0 &&
    wanted.every((segment, index) => {
      const other = given[index + offset] ?? ''
      return isParameter(other) ? segment !== '' : segment === other
    })
  )
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')
const isParameter = (segment: string) => segment.startsWith('{')
