/** Sends what the person has changed, if anything, so that what others change meanwhile stays. An empty field removes a value. */
export async function sendChanges<Draft extends object>(
  before: object,
  draft: Draft,
  send: (body: Partial<Draft>) => Promise<unknown>,
): Promise<void> {
  const body = changesOf(before, draft)
  if (Object.keys(body).length > 0) await send(body)
}

function changesOf<Draft extends object>(before: object, draft: Draft): Partial<Draft> {
  const known: Readonly<Record<string, unknown>> = { ...before }
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(value, known[name]))
  return Object.fromEntries(changed) as Partial<Draft>
}

/** What is absent is the same as null. The order of fields means nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null)
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
