import { describe, expect, it } from 'vitest'
import { countTests, failedFiles, slowestFiles } from '../../scripts/testing/test-counts.ts'

describe('the last line of a test run', () => {
  it('counts tests by outcome', () => {
    const statuses = ['passed', 'passed', 'failed', 'skipped', 'pending', 'todo']
    const report = {
      testResults: [
        { status: 'failed', assertionResults: statuses.map((status) => ({ status })) },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(countTests(JSON.stringify(report))).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ status: 'failed', assertionResults: [] }] }
    expect(countTests(JSON.stringify(report))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

it('the slowest files are listed, the slowest first', () => {
  const file = (name: string, seconds: number) => ({
    name,
    startTime: 5_000,
    endTime: 5_000 + seconds * 1_000,
  })
  const report = { testResults: [file('a', 1), file('b', 3), file('c', 2)] }
  expect(slowestFiles(JSON.stringify(report), 2)).toEqual([
    ['b', 3],
    ['c', 2],
  ])
})

it('a file that failed on two servers is named once', () => {
  const testResults = [
    { name: 'a', status: 'failed' },
    { name: 'b', status: 'passed' },
    { name: 'a', status: 'failed' },
  ]
  expect(failedFiles(JSON.stringify({ testResults }))).toEqual(['a'])
})
