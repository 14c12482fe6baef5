import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '#platform/processes'
import { createLog, createMetrics } from '#platform/telemetry'
import { type Compute, createCompute } from './compute.ts'
import type { Deed } from './compute-child.fixture.ts'
import type { PoolLimits } from './pool-limits.ts'

const entry = new URL('./compute-child.fixture.ts', import.meta.url)
const metrics = createMetrics()
const opened: Compute[] = []

afterEach(async () => {
  for (const compute of opened.splice(0)) await compute.close()
})

/** Generous, because this machine may be busy. Each test narrows the limit that it is about. */
const patient = { cpuMs: 20_000, wallMs: 60_000 }
const isLinux = existsSync('/proc/self/statm')

describe('a pool of child processes', () => {
  it('answers each question with its own answer, long ones too', async () => {
    const pool = aPool()
    const texts = ['a', 'ö'.repeat(300_000), ...Array.from({ length: 50 }, (_, n) => `${n}`)]
    const answers = await Promise.all(texts.map((text, n) => pool.ask(`co_${n}`, echo(text))))
    expect(answers.map(({ value }) => value)).toEqual(texts)
  })

  it('starts no child before the first question, and ends an idle one', async () => {
    const pool = aPool({ idleMs: 50 })
    const { value } = await pool.ask('co_1', { do: 'look_around' })
    await expect.poll(() => isAlive((value as Looked).pid)).toBe(false)
    expect(await pool.ask('co_1', echo(1))).toEqual({ value: 1 })
  })

  it.each([
    ['is in a loop', { do: 'loop' }, { cpuMs: 50 }, 'timeout'],
    ['waits for ever', { do: 'sleep', ms: 1e9 }, { wallMs: 200 }, 'timeout'],
    ['fills its heap', { do: 'fill_heap' }, {}, 'memory'],
    ['dies', { do: 'die' }, {}, 'broken'],
    // A length of 4 GB, and a text that is not JSON.
    ['answers more than is read', { do: 'write', hex: 'ffffffff00' }, {}, 'broken'],
    ['answers garbage', { do: 'write', hex: '00000003414141' }, {}, 'broken'],
    ['answers something else', { do: 'write', hex: '00000002223322' }, {}, 'broken'],
  ] as const)(
    'refuses the question of a child that %s, and answers the next one',
    async (...given) => {
      const [, deed, limits, why] = given
      const pool = aPool({ ...limits, childrenMax: 1 })
      await pool.ask('co_1', echo('warm'))
      await expect(pool.ask('co_1', deed)).rejects.toMatchObject({ why })
      expect(await pool.ask('co_1', echo('next'))).toEqual({ value: 'next' })
    },
  )

  it('gives an answer that came while its process was held up', async () => {
    const pool = aPool({ wallMs: 50 })
    await pool.ask('co_1', echo('warm'))
    const answer = pool.ask('co_1', { do: 'sleep', ms: 1 })
    // The child has long answered when the parent looks at the time.
    for (const until = performance.now() + 200; performance.now() < until; ) performance.now()
    expect(await answer).toEqual({ value: 'slept' })
  })

  it('asks the question of a child that was killed once more, and refuses one that kills again', async () => {
    const pool = aPool({ childrenMax: 1 })
    const { value } = await pool.ask('co_1', { do: 'look_around' })
    const answer = pool.ask('co_1', { do: 'sleep', ms: 50 })
    process.kill((value as Looked).pid, 'SIGKILL')
    expect(await answer).toEqual({ value: 'slept' })
    await expect(pool.ask('co_1', { do: 'be_killed' })).rejects.toMatchObject({ why: 'memory' })
    expect(await pool.ask('co_1', echo('next'))).toEqual({ value: 'next' })
  })

  it.runIf(isLinux)('ends a child whose memory grows outside the heap', async () => {
    const pool = aPool()
    const refused = pool.ask('co_1', { do: 'allocate' })
    const other = pool.ask('co_2', echo('unharmed'))
    await expect(refused).rejects.toMatchObject({ why: 'memory' })
    expect(await other).toEqual({ value: 'unharmed' })
  })

  it.runIf(isLinux)('offers its children to the kernel first when memory is short', async () => {
    const { value } = await aPool().ask('co_1', { do: 'look_around' })
    const { pid } = value as Looked
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
  })

  it('does not read printed text as an answer', async () => {
    expect(await aPool().ask('co_1', { do: 'print' })).toEqual({ value: 'printed' })
  })

  it('hides environment variables and all files but our code from a child', async () => {
    const pool = aPool()
    const { value } = await pool.ask('co_1', { do: 'look_around' })
    expect((value as Looked).names.filter((name) => name !== 'SystemRoot')).toEqual([])
    const root = fileURLToPath(new URL('../../../../', import.meta.url))
    for (const path of ['/etc/passwd', '/proc/1/environ', `${root}.npmrc`]) {
      await expect(pool.ask('co_1', { do: 'read', path })).rejects.toMatchObject({ why: 'broken' })
    }
  })

  it('lets a company wait for itself alone', async () => {
    const pool = aPool({ childrenMax: 2, perOwnerMax: 1 })
    await Promise.all([pool.ask('co_1', echo(1)), pool.ask('co_2', echo(2))])
    let isSlowDone = false
    const slow = Array.from({ length: 5 }, () => pool.ask('co_slow', { do: 'sleep', ms: 300 }))
    const allSlow = Promise.all(slow).then(() => {
      isSlowDone = true
    })
    const others = Array.from({ length: 20 }, (_, n) => pool.ask(`co_${n}`, echo(n)))
    await Promise.all(others)
    expect(isSlowDone).toBe(false)
    await allSlow
  })

  it('refuses too many questions, of one company and in all', async () => {
    const pool = aPool({ waitingMax: 4, waitingPerOwnerMax: 2 })
    const ask = (owner: string) => pool.ask(owner, echo(owner)).catch(({ why }) => why)
    const owners = ['co_1', 'co_1', 'co_1', 'co_2', 'co_3', 'co_4']
    const outcomes = await Promise.all(owners.map(ask))
    expect(outcomes.map((one) => (one === 'busy' ? one : 'answered'))).toEqual([
      'answered',
      'answered',
      'busy',
      'answered',
      'answered',
      'busy',
    ])
  })

  it('refuses questions when its children do not start', async () => {
    const pool = aPool({}, { fails: true })
    const questions = [pool.ask('co_1', echo(1)), pool.ask('co_2', echo(2))]
    for (const one of questions) await expect(one).rejects.toMatchObject({ why: 'broken' })
  })

  it('leaves no child behind when it closes', async () => {
    const pool = aPool()
    const { value } = await pool.ask('co_1', { do: 'look_around' })
    const pending = pool.ask('co_1', { do: 'sleep', ms: 1e9 })
    const waiting = pool.ask('co_1', echo(1))
    const refused = Promise.allSettled([pending, waiting])
    await pool.close()
    expect(isAlive((value as Looked).pid)).toBe(false)
    expect(await refused).toMatchObject([
      { reason: { why: 'closed' } },
      { reason: { why: 'closed' } },
    ])
    await expect(pool.ask('co_1', echo(1))).rejects.toMatchObject({ why: 'closed' })
  })

  it.each(['sleep', 'loop'] as const)(
    'leaves no child behind when its process is killed, in a %s',
    async (deed) => {
      const parent = fileURLToPath(new URL('./compute-parent.fixture.ts', import.meta.url))
      const process_ = spawn(process.execPath, [parent, deed], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = await new Promise<[Buffer]>((resolve) =>
        process_.stdout.once('data', (chunk: Buffer) => resolve([chunk])),
      )
      const pid = Number(line.toString())
      expect(isAlive(pid)).toBe(true)
      process_.kill('SIGKILL')
      await expect.poll(() => isAlive(pid)).toBe(false)
    },
  )

  it('counts its questions by outcome', async () => {
    await aPool().ask('co_1', echo(1))
    expect(await metrics.text()).toMatch(
      /compute_questions_total\{pool="test",outcome="answered"\} \d+/,
    )
  })
})

type Answer = { readonly value: unknown }

function aPool(limits: Partial<PoolLimits> = {}, setup: object = {}) {
  const compute = createCompute({ log: createLog({ level: 'silent' }), metrics })
  opened.push(compute)
  return compute.openPool<Deed, Answer>({
    name: 'test',
    entry,
    setup,
    isAnswer,
    limits: { ...patient, ...limits },
  })
}

type Looked = { readonly pid: number; readonly names: readonly string[] }

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'value' in value

const echo = (value: unknown): Deed => ({ do: 'echo', value })
