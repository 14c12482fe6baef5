import type { DataOf, ItemOf, Preview, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { mediaTypeOf } from '../../catalogue-file.ts'
import { api, uploads } from '../api.ts'

const importsPath = '/api/v1/catalog/imports'

export type CatalogImport = DataOf<paths['/api/v1/catalog/imports/{importId}']['get']>
export type Problem = ItemOf<paths['/api/v1/catalog/imports/{importId}/errors']['get']>
export type { Preview }

/** The newest first. */
export async function listImports(cursor: string | undefined, signal: AbortSignal) {
  const query = { ...(cursor !== undefined && { cursor }), limit: 20 }
  const { data, meta } = await api.get(importsPath, { params: { query }, signal })
  return { items: data, nextCursor: meta.nextCursor }
}

/** The import whose file is arriving. */
export async function findArriving(signal: AbortSignal): Promise<CatalogImport | null> {
  const query = { state: 'RECEIVING' as const, limit: 1 }
  const { data } = await api.get(importsPath, { params: { query }, signal })
  return data[0] ?? null
}

export async function getImport(importId: string, signal: AbortSignal): Promise<CatalogImport> {
  const params = { path: { importId } }
  return (await api.get(`${importsPath}/{importId}`, { params, signal })).data
}

/** The first records of the file, as they would be imported. Nothing is written. */
export async function previewFile(file: File): Promise<Preview> {
  return (await send(file, { mode: 'preview' })) as Preview
}

export type FileToImport = {
  readonly file: File
  /** The products that the file does not name are discontinued. */
  readonly replace: boolean
}

export async function importFile({ file, replace }: FileToImport): Promise<CatalogImport> {
  return (await send(file, { replace })) as CatalogImport
}

async function send(file: File, query: { readonly mode?: 'preview'; readonly replace?: boolean }) {
  const { data } = await uploads.post(importsPath, {
    params: { query: { ...query, locale: document.documentElement.lang } },
    headers: { 'content-type': mediaTypeOf(file) },
    body: file,
  } as never)
  return data
}

export async function cancelImport(importId: string): Promise<void> {
  await api.post(`${importsPath}/{importId}/cancel`, {
    params: { path: { importId } },
    ...emptyBody,
  })
}

export async function listProblems(
  importId: string,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = { ...(cursor !== undefined && { cursor }), limit: 50 }
  const params = { path: { importId }, query }
  const { data, meta } = await api.get(`${importsPath}/{importId}/errors`, { params, signal })
  return { items: data, nextCursor: meta.nextCursor }
}
