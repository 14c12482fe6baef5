import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export type SiteFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
  /** Its name changes with its content. */
  readonly isImmutable: boolean
  /** For a page: what its content security policy must allow. */
  readonly scripts: readonly string[] | undefined
}

export type Site = {
  /** The file at an address below /docs/: `orders` for orders.html. Undefined: there is none. */
  readonly find: (address: string) => Promise<SiteFile | undefined>
}

/** The folder into which `npm run docs` writes the site. */
export const builtSiteFolder = join(import.meta.dirname, '../../../docs/site/dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Finds the built site, also if it was built after the start or again. Addresses are looked up in a list of the files, so none leads
 * out of the folder.
 */
export function siteIn(folder: string): () => Promise<Site | undefined> {
  let known: { readonly builtAt: number; readonly site: Site } | undefined
  return async () => {
    const index = await stat(join(folder, 'index.html')).catch(() => undefined)
    if (!index) return undefined
    if (known?.builtAt !== index.mtimeMs) {
      known = { builtAt: index.mtimeMs, site: await readSite(folder) }
    }
    return known.site
  }
}

async function readSite(folder: string): Promise<Site> {
  const names = await readdir(folder, { recursive: true })
  const files = names
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => extname(name) in types)
  const byAddress = new Map(files.map((name) => [addressOf(name), name]))
  return {
    find: async (address) => {
      const name = byAddress.get(address)
      return name === undefined ? undefined : readSiteFile(folder, name)
    },
  }
}

function addressOf(name: string): string {
  return name.replace(/(?:(^|\/)index)?[.]html$/, '$1')
}

async function readSiteFile(folder: string, name: string): Promise<SiteFile | undefined> {
  // While the site is built again, a file of the list may be gone.
  const bytes = await readFile(join(folder, name)).catch(() => undefined)
  if (!bytes) return undefined
  const isPage = name.endsWith('.html')
  return {
    type: types[extname(name)] as string,
    bytes,
    etag: `W/"${digestOf(bytes).slice(0, 22)}"`,
    isImmutable: name.startsWith('assets/'),
    scripts: isPage ? inlineScripts(bytes.toString()) : undefined,
  }
}

/** The digests of the scripts in a page. We have built it, so all of them are ours. */
function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
