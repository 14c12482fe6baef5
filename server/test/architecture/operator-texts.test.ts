import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readTexts, translatedLocales } from '#platform/texts'
import { readings } from '../../../web/src/messages/en/readings.ts'
import { incidentKeys } from '../../src/modules/base/incidents/keys.ts'
import { argumentsOf } from './page-messages.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const files = (await readdir(source, { recursive: true })).filter(
  (name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name),
)
const probes = await Promise.all(
  files
    .filter((name) => /prob|signals-of/.test(name))
    .map((name) => readFile(`${source}/${name}`, 'utf8')),
)
/** The codes of problems in the probes. Those of a condition stand behind `?` and `:`. */
const codes = new Set(
  probes.flatMap((text) =>
    [...text.matchAll(/\b(?:code|key|SET_ASIDE|RETRIED_SLOWLY):[^\n]*/g)].flatMap(([line]) =>
      [...line.matchAll(/'([a-z0-9-]+\.[a-z.0-9-]+)'/g)].map(([, code]) => code as string),
    ),
  ),
)

/** What problems name beside the metrics. */
const named = new Set(
  probes.flatMap((text) =>
    [...text.matchAll(/\bnames: \{ ([^}]*) \}/g)].flatMap(([, names = '']) => names.split(', ')),
  ),
)

const texts = ['problems', 'incidents', 'webhooks'] as const

describe.each(translatedLocales)('the sentences for operators in %s', (locale) => {
  const problems = readTexts(locale, 'operators/problems')

  it('exist for each problem, with what to do', () => {
    expect(codes.size).toBeGreaterThan(50)
    // The probe of payments names an incident, which is no problem of its own.
    const own = [...codes].filter((code) => code !== 'payments.reconciliation-mismatch')
    const missing = own.filter((code) => !problems[code] || !problems[`${code}.action`])
    expect(missing).toEqual([])
  })

  it('take their figures from the metrics of the section, and their names from the problem', () => {
    const isMetric = (name: string) => Object.hasOwn(readings, `metric.${name}`) || named.has(name)
    const unknown = Object.values(problems).flatMap((text) =>
      argumentsOf(text, locale).filter((name) => !isMetric(name)),
    )
    expect(unknown).toEqual([])
  })

  it('exist for each kind of incident', () => {
    const summaries = readTexts(locale, 'operators/incidents')
    // The last one is a family: the provider and the model follow.
    const keys = [...incidentKeys, 'llm-gateway.pricing.zero-cost']
    expect(Object.keys(summaries).sort()).toEqual([...keys].sort())
  })

  it.each(texts)('of %s have the keys and values of the other languages', (name) => {
    const own = readTexts(locale, `operators/${name}`)
    for (const other of translatedLocales) {
      const theirs = readTexts(other, `operators/${name}`)
      expect(Object.keys(own)).toEqual(Object.keys(theirs))
      for (const [key, text] of Object.entries(own)) {
        expect(new Set(argumentsOf(text, locale)), key).toEqual(
          new Set(argumentsOf(theirs[key] ?? '', other)),
        )
      }
    }
  })
})
