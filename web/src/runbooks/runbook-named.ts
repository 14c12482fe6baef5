/**
 * The runbook of a problem or an incident. Some codes end in what they are about, such as
 * `llm-gateway.pricing.zero-cost.a.large` or `fx.fetch-refused`: their runbook has the beginning of the code as its name.
 */
export function runbookNamed(texts: ReadonlyMap<string, string>, code: string): string | undefined {
  for (let name = code; name !== ''; name = name.replace(/[.-]?[^.-]*$/, '')) {
    const text = texts.get(name)
    if (text !== undefined) return text
  }
  return undefined
}
