import { expect, it } from 'vitest'
import { type Probe, readSection, type SectionReading } from '#platform/health'
import { createMetrics } from '#platform/telemetry'
import { exposeSections } from './section-metrics.ts'

it('the metrics endpoint has the figures and problems of all sections, and names the unreadable ones', async () => {
  const now = new Date('2026-01-02T03:04:05Z')

  const metrics = createMetrics()
  let looks = 0
  const mail = probe('mail', async () => {
    looks += 1
    const problem = { message: 'Mails wait.', action: 'Look.' }
    return {
      metrics: { waiting: 3, isPaused: true },
      problems: [
        { ...problem, code: 'mail.behind', since: '2026-01-02T03:03:05Z' },
        { ...problem, code: 'mail.behind', since: '2026-01-02T03:02:05Z' },
      ],
    }
  })
  const fx = probe('fx', () => Promise.reject(new Error('the statement took too long')))
  const clock = () => now
  exposeSections(metrics, {
    probes: [mail, fx],
    readSection: (one) => readSection(one, clock),
    now: clock,
  })

  const text = await metrics.text()
  for (const line of [
    'section_metric{section="mail",name="waiting"} 3',
    'section_metric{section="mail",name="isPaused"} 1',
    'section_problem_seconds{section="mail",code="mail.behind"} 120',
    'section_unread{section="mail"} 0',
    'section_unread{section="fx"} 1',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).not.toContain('section_metric{section="fx"')
  await metrics.text()
  expect(looks).toBe(1)
})

const probe = (name: string, read: () => Promise<SectionReading>): Probe => ({
  name,
  surfaces: ['ops'],
  read,
})
