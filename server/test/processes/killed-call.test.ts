import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { useSandbox } from '#testing/hosts/sandbox'
import { aCompany, aPerson } from '#testing/identity'
import { startService } from '../harness/service-process.ts'

const database = await useDatabase()
const llmKeys = { a: 'a key of provider A', b: 'a key of provider B' }
const sandbox = await useSandbox({ llmKeys })
const prices = { 'gpt-5': { provider: 'A', inputPerMillion: '2.50', outputPerMillion: '10.00' } }
const env = {
  APP_ENV: 'test',
  DOCUMENT_DB_URL: database.url,
  CACHE_URL: 'memory:',
  JWT_ACCESS_SECRET: 'a secret of at least 32 bytes, no. 1',
  JWT_REFRESH_SECRET: 'a secret of at least 32 bytes, no. 2',
  PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
  PAYMENTS_SANDBOX_API_KEY: 'a key of the payment provider',
  PAYMENTS_SANDBOX_EVENT_SECRET: 'a secret of the payment provider',
  LLM_PROVIDER_A_BASE_URL: `${sandbox.url}/llm/a/v1`,
  LLM_PROVIDER_A_API_KEY: llmKeys.a,
  LLM_MODEL_PRICING_MATRIX_JSON: JSON.stringify(prices),
  LLM_ALLOWED_MODELS_JSON: '["gpt-5"]',
}

describe('a process that is killed while a language model answers', () => {
  it('leaves a reservation, which the next process settles as estimated and never as nothing', async () => {
    const first = await startService({ env })
    const companyId = await aCompany(database)
    const { email, password } = await aPerson(database, { companyId })
    const signedIn = await fetch(`${first.baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { data } = (await signedIn.json()) as { data: { accessToken: string } }
    const asked = fetch(`${first.baseUrl}/api/v1/llm/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        model: 'gpt-5-2026-08-07',
        messages: [{ role: 'user', content: 'wait [[hold]]' }],
        max_tokens: 100,
      }),
    }).catch(() => 'cut off')
    await expect.poll(countHeldCalls, { timeout: 60_000 }).toBe(1)
    await first.kill()
    expect(await asked).toBe('cut off')
    const [reserved] = await attemptsOf(companyId)
    expect(reserved).toMatchObject({ state: 'RESERVED', cost: null })

    await sql`
      update llm.attempts set lease_until = now() - interval '1 second' where company_id = ${companyId}
    `.execute(database.pool)
    const second = await startService({ env })
    await expect
      .poll(() => attemptsOf(companyId), { timeout: 60_000 })
      .toMatchObject([{ state: 'EXPIRED', usage_source: 'estimated', outcome: 'process_died' }])
    const [settled] = await attemptsOf(companyId)
    expect(settled?.charged).toBe(reserved?.reserved)
    expect(Number(settled?.cost)).toBeGreaterThan(0)
    const { rows } = await sql<{ used: number; reserved: number }>`
      select used::integer, reserved::integer from llm.counters where company_id = ${companyId}
    `.execute(database.pool)
    expect(rows).toEqual([
      { used: settled?.charged, reserved: 0 },
      { used: settled?.charged, reserved: 0 },
    ])
    await second.stop()
  })
})

async function countHeldCalls(): Promise<number> {
  const response = await fetch(`${sandbox.url}/llm/test/state`)
  return ((await response.json()) as { held: number }).held
}

async function attemptsOf(companyId: string) {
  const { rows } = await sql<{
    state: string
    usage_source: string | null
    outcome: string | null
    cost: string | null
    reserved: number
    charged: number | null
  }>`
    select state, usage_source, outcome, cost_nano::text as cost, (reserved_input + reserved_output)::integer as reserved,
      (uncached_input + output)::integer as charged
    from llm.attempts where company_id = ${companyId}
  `.execute(database.pool)
  return rows
}
