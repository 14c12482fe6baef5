import type { DataOf, paths } from '@purveyor/sdk'
import { api, emptyBody, uploads } from '../../api.ts'
import { mediaTypeOf } from '../../catalogue-file.ts'

const one = '/api/v1/catalog/imports/{importId}'

export type CatalogImport = DataOf<paths['/api/v1/catalog/imports/{importId}']['get']>

export function isFinished({ endedAt }: CatalogImport): boolean {
  return endedAt !== null
}

/** Sends the file, and returns the id of its import, which then runs. */
export async function importFile(
  supplierId: string,
  file: File,
  replace: boolean,
): Promise<string> {
  const { data } = await uploads.post('/api/v1/catalog/imports', {
    params: { query: { supplierId, replace } },
    headers: { 'content-type': mediaTypeOf(file) },
    body: file as never,
  } as never)
  return (data as { id: string }).id
}

export async function getImport(importId: string, signal: AbortSignal): Promise<CatalogImport> {
  return (await api.get(one, { params: { path: { importId } }, signal })).data
}

export async function cancelImport(importId: string): Promise<void> {
  await api.post(`${one}/cancel`, { params: { path: { importId } }, ...emptyBody })
}
