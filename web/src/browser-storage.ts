/** What the browser keeps under this name. Null: nothing, or it keeps nothing at all. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** A browser that keeps nothing forgets the value with the page. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The page has the value until it is closed.
  }
}
