type Kept<Value> = { readonly value: Value; readonly until: number }

export type Memo<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

/**
 * Answers kept for a short while in this process, the longest unused given up first. What is in it may be lost at any
 * time and is never the only copy. Measured by the clock that does not jump.
 */
export function createMemo<Value>(entriesMax: number, ttlMs: number): Memo<Value> {
  const kept = new Map<string, Kept<Value>>()
  return {
    get: (key) => {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      if (found.until <= performance.now()) return undefined
      kept.set(key, found)
      return found.value
    },
    set: (key, value) => {
      kept.delete(key)
      kept.set(key, { value, until: performance.now() + ttlMs })
      if (kept.size > entriesMax) {
        const [oldest] = kept.keys()
        if (oldest !== undefined) kept.delete(oldest)
      }
    },
    delete: (key) => {
      kept.delete(key)
    },
    clear: () => kept.clear(),
  }
}
