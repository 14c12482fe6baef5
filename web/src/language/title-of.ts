/** Words that are written in capital letters. */
const initials = new Set(['fx', 'llm', 'id', 'url', 'p50', 'p95', 'api'])

/** Turns a name of the service, such as `checkoutLifecycle`, into English words: "Checkout lifecycle". */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([a-z])([0-9]+)([hd])(?![a-z])/g, '$1 $2 $3')
    .split(/[\s_]+/)
  const lower = words.map((word) => word.toLowerCase())
  const text = lower.map((word) => (initials.has(word) ? word.toUpperCase() : word)).join(' ')
  return capitalised(text)
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
