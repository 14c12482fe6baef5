import { uploads } from './api.ts'

type Path = '/api/v1/requisitions/attachments' | '/api/v1/support/attachments'

/** Uploads what a person chose in the field `files`. Nobody finds the files until a record names their ids. */
export async function uploadFiles(path: Path, form: FormData): Promise<string[]> {
  const ids: string[] = []
  for (const file of form.getAll('files')) {
    // A browser sends a field without a choice as an empty file.
    if (!(file instanceof File) || file.size === 0) continue
    const { data } = await uploads.post(path, {
      params: { query: { name: file.name } },
      headers: { 'content-type': 'application/octet-stream' },
      body: file as unknown as string,
    })
    ids.push(data.id)
  }
  return ids
}
