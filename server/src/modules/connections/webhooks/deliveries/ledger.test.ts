import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

describe('a ledger', () => {
  it('groups writes that arrive during a write', async () => {
    const batches: number[][] = []
    const ledger = createLedger<number>(async (entries) => {
      batches.push([...entries])
      await wait(10)
    })

    const first = [1, 2].map(ledger.write)
    await wait(2)
    await Promise.all([...first, ...[3, 4, 5].map(ledger.write)])

    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  it('reports a failure to its writers, and continues', async () => {
    let isBroken = true
    const ledger = createLedger<number>(async () => {
      if (isBroken) throw new Error('no database')
    })

    await expect(ledger.write(1)).rejects.toThrow('no database')
    isBroken = false
    await expect(ledger.write(2)).resolves.toBeUndefined()
  })
})
