import { PurveyorError } from '@purveyor/sdk'

/**
 * The service writes its sentences in the language of the page. A parameter says so, because it decides before the
 * person's own setting and the browser's.
 */
export async function inLanguageOfPage(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.searchParams.set('locale', document.documentElement.lang)
  const { method, headers, signal } = request
  const sent = await request.arrayBuffer()
  const body = sent.byteLength === 0 ? null : sent
  return globalThis.fetch(url, { method, headers, signal, body })
}

/**
 * For a change by a route that takes no body: the server of the pages accepts changes only as JSON, so that no form of another site
 * can send one.
 */
export const emptyBody = { body: {} } as object

export function isSignedOut(error: unknown): boolean {
  return error instanceof PurveyorError && error.status === 401
}
