import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { registerOperator } from '../index.ts'

const now = new Date('2026-01-02T03:04:05Z')
const olga = { email: 'Olga@purveyor.example', name: 'Olga', password: 'a password of the machine' }
const database = await useDatabase()
const identity = anIdentity({ database, now: () => now })

describe('the first operator', () => {
  it('is registered at the command line, once, with the operating company', async () => {
    const made = await Promise.all([1, 2].map(() => registerOperator(database, olga, now)))
    expect(made.filter((id) => id !== undefined)).toHaveLength(1)

    const { accessToken } = await identity.signIn(olga)
    const principal = await identity.authenticate(bearer(accessToken))
    expect([...(principal?.roles ?? [])]).toEqual(['operator'])
  })

  it('never has an account of a buyer', async () => {
    const buyer = await aPerson(database, { companyId: await aCompany(database) })
    const { email } = buyer
    await expect(registerOperator(database, { ...olga, email }, now)).resolves.toBeUndefined()
    expect((await identity.signIn(buyer)).accessToken).toBeTruthy()
  })
})
