import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity } from '#testing/identity-service'
import { recordStatements } from '../../../../../scripts/sql/record-statements.ts'
import { createPasswords, hashPassword } from '../password.ts'

const database = await useDatabase()

it('a known and an unknown address send the same statements to the database', async () => {
  const identity = anIdentity({ database, now: () => new Date('2026-01-02T03:04:05Z') })
  const { email } = await aPerson(database, { companyId: await aCompany(database) })
  // Other tests of this process have databases of their own.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.pool,
  )
  const sentFor = async (address: string) => {
    const password = 'nobody has this one'
    const sent = await recordStatements(
      () => identity.signIn({ email: address, password }).catch(() => undefined),
      rows[0]?.name,
    )
    return sent.map(({ text }) => text)
  }

  const known = await sentFor(email)
  expect(known.length).toBeGreaterThan(1)
  expect(await sentFor('nobody@example.com')).toEqual(known)
})

it('a known and an unknown address take the same processor time for the password', async () => {
  const passwords = createPasswords()
  const stored = await hashPassword('the right password')
  const spentOn = async (hash: string | undefined) => {
    const before = process.cpuUsage()
    await passwords.matches('a wrong password', hash)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }

  // By turns, and the least of each: other work of the process only adds.
  const turns: (readonly [unknown: number, known: number])[] = []
  for (let at = 0; at < 10; at += 1) turns.push([await spentOn(undefined), await spentOn(stored)])
  const unknown = Math.min(...turns.map(([spent]) => spent))
  const known = Math.min(...turns.map(([, spent]) => spent))
  expect(unknown / known).toBeLessThan(2)
  expect(known / unknown).toBeLessThan(2)
})
