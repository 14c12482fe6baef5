/**
 * What is open to anybody, asked as those ask for whom it is there, and what exactly it answers. Most of it looks at no
 * credential at all. The doors of the operator pages look at an operator's token, and those of partner apps at an
 * app's own credentials.
 */
export type Expected = { readonly status: number; readonly code?: string }

export type Knock = {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For whom it opens, when not for everybody. */
  readonly opensFor?: 'operators' | 'apps'
  /** What is answered to whom it opens for. */
  readonly answers: Expected
  /** It hashes a password: asked now and then only. */
  readonly costly?: boolean
}

export const answer = (status: number, code?: string): Expected =>
  code === undefined ? { status } : { status, code }

export const json = { 'content-type': 'application/json' }
export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const ownPage = { ...json, 'sec-fetch-site': 'same-origin' }

export const asking = (path: string, answers = answer(200)): Knock => ({ path, answers })
export const sending = (path: string, body: object, answers: Expected): Knock => ({
  path,
  headers: json,
  body: JSON.stringify(body),
  answers,
})
