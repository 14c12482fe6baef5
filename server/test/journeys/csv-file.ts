import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export type CsvRow = Readonly<Record<string, string>>

/** The rows of the file of a list by the names in its first line, and the time for the next reading. */
export async function readCsv(
  { baseUrl }: Pick<World, 'baseUrl'>,
  { headers }: Pick<Client, 'headers'>,
  address: string,
): Promise<{ readonly rows: CsvRow[]; readonly text: string; readonly through: string | null }> {
  const answer = await fetch(`${baseUrl}${address}`, { headers })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const [names = [], ...lines] = text.trim().split('\r\n').map(cellsOf)
  const rows = lines.map((cells) =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
  )
  return { rows, text, through: answer.headers.get('updated-through') }
}

const cellsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"]|"")*)"|([^,"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
