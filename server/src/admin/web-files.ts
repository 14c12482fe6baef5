import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Locale } from '#platform/locale'

export type WebFile = {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  readonly gzipped: Buffer | undefined
}

export type WebFiles = {
  /** The one page, with a nonce of this answer, in a language of the reader. */
  readonly page: (nonce: string, language: Locale) => string
  readonly assets: ReadonlyMap<string, WebFile>
}

/** The folders into which `npm run build -w web` writes the pages. */
export const builtPages = {
  operators: join(import.meta.dirname, '../../../web/dist/operators'),
  company: join(import.meta.dirname, '../../../web/dist/company'),
} as const

/** The placeholder in index.html for the nonce of each answer (web/vite.config.ts). */
const noncePlaceholder = '__CSP_NONCE__'

/** How index.html says its language. Each answer says that of its reader. */
const languagePlaceholder = '<html lang="en">'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Reads the files once and keeps them: they have a few hundred kilobytes. Undefined when nothing has been built. */
export async function readWebFiles(folder: string): Promise<WebFiles | undefined> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return undefined
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  const assets = await Promise.all(
    names
      .filter((name) => extname(name) in types)
      .map(
        async (name) =>
          [name, webFile(name, await readFile(join(folder, 'assets', name)))] as const,
      ),
  )
  return {
    page: (nonce, language) =>
      html
        .replaceAll(noncePlaceholder, nonce)
        .replace(languagePlaceholder, `<html lang="${language}">`),
    assets: new Map(assets),
  }
}

function webFile(name: string, bytes: Buffer): WebFile {
  const isText = extname(name) !== '.woff2' && extname(name) !== '.png'
  return {
    type: types[extname(name)] as string,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    gzipped: isText ? gzipSync(bytes, { level: 9 }) : undefined,
  }
}
