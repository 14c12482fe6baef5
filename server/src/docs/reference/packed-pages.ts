import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip' | 'identity'

export type PackedPage = { readonly etag: string; readonly bytes: Buffer }

/** A page in the coding. Undefined: there is no page at the address. */
export type PackedPages = (address: string, coding: Coding) => Promise<PackedPage | undefined>

/**
 * Makes and compresses each page when it is read first, and keeps what it sends. The addresses are those of the given pages, so no
 * reader can make it keep more.
 */
export function packedPages(pages: ReadonlyMap<string, () => string>): PackedPages {
  const kept = new Map<string, Promise<PackedPage>>()
  return async (address, coding) => {
    const page = pages.get(address)
    if (!page) return undefined
    const key = `${coding} ${address}`
    const found = kept.get(key) ?? pack(page(), coding)
    kept.set(key, found)
    return found
  }
}

async function pack(text: string, coding: Coding): Promise<PackedPage> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  // A weak tag: the bytes differ by their compression.
  return { etag: `W/"${hash}"`, bytes: await coders[coding](Buffer.from(text)) }
}

const coders: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
}
