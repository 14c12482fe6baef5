import { afterAll } from 'vitest'

/** Closes it at the end of the test file, before what the file opened earlier. Returns it. */
export function closeAtEnd<T extends { close(): unknown }>(resource: T): T {
  afterAll(async () => {
    await resource.close()
  })
  return resource
}
