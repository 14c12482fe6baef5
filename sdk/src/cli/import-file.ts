import { openAsBlob } from 'node:fs'
import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PurveyorClient } from '../client.ts'
import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { CommandError, exitCodes, wrongUsage } from './exit-codes.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jsonl': 'application/jsonl',
  '.ndjson': 'application/jsonl',
  '.xml': 'application/xml',
  '.gz': 'application/gzip',
}

export const importFile: Command = {
  about:
    'Imports a catalogue file and shows its progress. Sign in as an administrator of the supplier.',
  usage: ['products.csv [--replace] [--supplier ID]'],
  options: {
    supplier: { type: 'string', about: 'The supplier of the products. Only operators name one.' },
    currency: { type: 'string', about: 'The currency of prices without one.' },
    language: { type: 'string', about: 'The language of the names.' },
    replace: { type: 'boolean', about: 'Discontinues the products that the file does not name.' },
  },
  run: async (call, deps) => {
    const [path] = call.words
    if (!path) throw wrongUsage('Name the file: purveyor import products.csv')
    const type = mediaTypes[extname(path).toLowerCase()]
    if (!type) throw wrongUsage(`${path} must end in ${Object.keys(mediaTypes).join(', ')}.`)
    const file = await openAsBlob(path, { type }).catch(() => {
      throw wrongUsage(`${path} cannot be read.`)
    })
    const { client } = await connect(call.text('url'), deps)
    const { data } = await client.catalog.importFile(file as never, {
      headers: { 'content-type': type },
      query: queryOf(call) as never,
    })
    if (!('state' in data)) throw new Error('The answer is a preview that nobody asked for.')
    deps.terminal.print(data.id)
    await follow(data.id, client, deps)
  },
}

function queryOf(call: Call): Record<string, unknown> {
  const texts = { supplierId: 'supplier', currency: 'currency', language: 'language' }
  const given = Object.entries(texts).flatMap(([name, option]) => {
    const value = call.text(option)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(given), ...(call.has('replace') ? { replace: true } : {}) }
}

const lookMs = 500
const problemsShown = 20

/** Ctrl-C ends only this command: the import continues. */
async function follow(id: string, client: PurveyorClient, { terminal }: CommandDeps) {
  let shown = ''
  for (;;) {
    const { data } = await client.catalog.getImport(id)
    const { received, read } = data.bytes
    const share = received > 0 ? Math.floor((100 * read) / received) : 0
    const counts = Object.entries(data.records).map(([name, count]) => `${count} ${name}`)
    const line = `${data.state} ${share} %: ${counts.join(', ')}, ${data.problems} problems`
    if (line !== shown) terminal.say(line)
    shown = line
    if (data.state === 'COMPLETED') return
    if (finals.has(data.state)) {
      await showProblems(id, client, terminal.say)
      const reason = data.failure ? `: ${data.failure.code}` : ''
      throw new CommandError(`The import is ${data.state}${reason}.`, exitCodes.failed)
    }
    await wait(lookMs)
  }
}

const finals: ReadonlySet<string> = new Set(['COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'])

async function showProblems(id: string, client: PurveyorClient, say: (line: string) => void) {
  const { data, meta } = await client.catalog.listImportErrors(id, { limit: problemsShown })
  for (const { line, sku, field, message } of data) {
    say(`line ${line}: ${[sku, field, message].filter(Boolean).join(': ')}`)
  }
  if (meta.nextCursor) say(`More of them: GET /api/v1/catalog/imports/${id}/errors.csv`)
}
