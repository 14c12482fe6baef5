import { type FileHandle, open } from 'node:fs/promises'

/** Lines in a file, outside of the database. What is in it when `write` resolves survives this process. */
export type Journal<Line> = {
  write(line: Line): Promise<void>
  /** All that is on the disk, read back from there. */
  read(): Promise<Line[]>
  close(): Promise<void>
}

export async function openJournal<Line>(path: string): Promise<Journal<Line>> {
  const file = await open(path, 'a+')
  const append = groupedAppend(file)
  return {
    write: (line) => append(`${JSON.stringify(line)}\n`),
    read: async () => {
      const reading = await open(path, 'r')
      try {
        const text = await reading.readFile('utf8')
        return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
      } finally {
        await reading.close()
      }
    },
    close: () => file.close(),
  }
}

/** What comes while the disk is busy goes along with the next sync. */
function groupedAppend(file: FileHandle): (text: string) => Promise<void> {
  let gathered = ''
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()
  const flush = async () => {
    await running.catch(() => undefined)
    const text = gathered
    gathered = ''
    running = file.write(text).then(() => file.datasync())
    next = undefined
    await running
  }
  return (text) => {
    gathered += text
    next ??= flush()
    return next
  }
}
