import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type Document, operationsOf } from './openapi-names.ts'

/** What a sentence can ask a person to do. A new verb joins the list when a message needs it. */
const verbs =
  'Accept|Add|Approve|Ask|Begin|Call|Cancel|Capture|Change|Check|Choose|Close|Confirm|Connect|Convert|Correct|Count|Delete|Do|' +
  'End|Enable|Enter|Fetch|Finish|Fix|Give|Have|Leave|Lower|Make|Name|Open|Order|Pay|Pick|Publish|Put|Read|Refresh|' +
  'Refund|Reject|Remove|Reopen|Report|Request|Resolve|Resume|Retry|Rotate|Run|Say|Search|See|Send|Set|Show|Sign|Start|Submit|Take|Tell|Try|Upload|Use|' +
  'Wait|Write'
const asks = new RegExp(`(?:^|[.:;] )(?:${verbs}|${verbs.toLowerCase()})\\b`)

describe('the failure codes', async () => {
  const path = new URL('../../../openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(path, 'utf8')) as Document
  const failures = document['x-failure-codes'] as Failures

  it('each have a message that says what happened and what to do', () => {
    const wrong = Object.entries(failures)
      .filter(
        ([, { description }]) => !/^[A-Za-z].*\.$/.test(description) || !asks.test(description),
      )
      .map(([code, { description }]) => `${code}: ${description}`)
    expect(wrong).toEqual([])
    expect(Object.keys(failures).length).toBeGreaterThan(300)
  })

  it('begin with their module, and are failures', () => {
    const wrong = Object.entries(failures).filter(
      ([code, { status }]) => !/^[a-z]+\.[a-z_0-9]+$/.test(code) || status < 400 || status > 599,
    )
    expect(wrong).toEqual([])
  })

  it('that an operation names are all defined', () => {
    const named = operationsOf(document).flatMap(
      ([, operation]) => (operation['x-failure-codes'] ?? []) as readonly string[],
    )
    expect([...new Set(named)].filter((code) => !(code in failures))).toEqual([])
  })

  it('differ from messages that ask for nothing', () => {
    expect(asks.test('There is no such order.')).toBe(false)
    expect(asks.test('There is no such order. Take the id from the list of orders.')).toBe(true)
  })
})

type Failures = Readonly<Record<string, { readonly status: number; readonly description: string }>>
