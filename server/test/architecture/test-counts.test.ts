import { describe, expect, it } from 'vitest'
import { countTests } from '../../scripts/test-counts.ts'

describe('the last line of a test run', () => {
  it('counts tests by how they ended', () => {
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
