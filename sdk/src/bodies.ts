/** Reads the body of a successful answer: JSON as a value, other text as text, a PDF as a Blob. */
export async function readBody(response: Response): Promise<unknown> {
  if (response.body === null) return undefined
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (binary.has(mediaType.trim())) return response.blob()
  const text = await response.text()
  if (plain.has(mediaType.trim())) return text
  // Anything else should have been JSON: a proxy's page is not an answer of the service.
  return text === '' ? undefined : JSON.parse(text)
}

const binary: ReadonlySet<string> = new Set(['application/pdf'])
const plain: ReadonlySet<string> = new Set(['application/jsonl', 'application/xml', 'text/csv'])

/** A file is sent unchanged; everything else is sent as JSON. */
export function writeBody(body: unknown): NonNullable<RequestInit['body']> {
  const isFile = typeof body === 'string' || body instanceof Blob || body instanceof Uint8Array
  return isFile ? (body as string) : JSON.stringify(body)
}
