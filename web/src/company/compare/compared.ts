import { useSyncExternalStore } from 'react'

/** More columns than this do not fit beside each other. */
export const comparedMax = 4

const key = 'compared'
const listeners = new Set<() => void>()
let compared: readonly string[] = readStored()

/** The ids of the products that the person compares, in the order in which they were chosen. They last as long as the tab. */
export function useCompared(): readonly string[] {
  return useSyncExternalStore(subscribe, () => compared)
}

/** Chosen again, a product is compared no more. Beyond the maximum nothing is chosen. */
export function toggleCompared(productId: string): void {
  if (compared.includes(productId)) setCompared(compared.filter((id) => id !== productId))
  else if (compared.length < comparedMax) setCompared([...compared, productId])
}

export function setCompared(productIds: readonly string[]): void {
  compared = productIds
  try {
    sessionStorage.setItem(key, compared.join(' '))
  } catch {
    // A browser that stores nothing forgets them when the page is loaded again.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): readonly string[] {
  try {
    const ids = (sessionStorage.getItem(key) ?? '').split(' ')
    return ids.filter((id) => id !== '').slice(0, comparedMax)
  } catch {
    return []
  }
}
