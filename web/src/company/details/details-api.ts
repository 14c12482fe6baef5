import type { DataOf, paths } from '@purveyor/sdk'
import { api, type BodyOf } from '../api.ts'
import { sendChanges } from '../fields/send-changes.ts'

export type Company = DataOf<paths['/api/v1/company']['get']>
export type Calendar = DataOf<paths['/api/v1/company/calendar']['get']>
export type CalendarException = Calendar['exceptions'][number]
export type NumberSeries = DataOf<paths['/api/v1/company/number-series']['get']>['series'][number]
export type Tolerances = DataOf<paths['/api/v1/company/order-tolerances']['get']>

export type CompanyChange = BodyOf<paths['/api/v1/company']['patch']>
type CalendarChange = BodyOf<paths['/api/v1/company/calendar']['patch']>
type SeriesChange = BodyOf<paths['/api/v1/company/number-series/{kind}']['patch']>
type TolerancesChange = BodyOf<paths['/api/v1/company/order-tolerances']['patch']>

export async function readCompany(signal: AbortSignal): Promise<Company> {
  return (await api.get('/api/v1/company', { signal })).data
}

export async function changeCompany(company: Company, draft: CompanyChange): Promise<void> {
  await sendChanges(company, draft, (body) => api.patch('/api/v1/company', { body }))
}

export async function readCalendar(signal?: AbortSignal): Promise<Calendar> {
  return (await api.get('/api/v1/company/calendar', signal && { signal })).data
}

export async function changeCalendar(body: CalendarChange): Promise<void> {
  await api.patch('/api/v1/company/calendar', { body })
}

/** The API takes all exceptions together: those that colleagues have added meanwhile stay. */
export async function setException({ day, ...rest }: CalendarException): Promise<void> {
  const others = await exceptionsWithout(day)
  await changeCalendar({ exceptions: [...others, { day, ...rest }] })
}

export async function removeException(day: string): Promise<void> {
  await changeCalendar({ exceptions: await exceptionsWithout(day) })
}

async function exceptionsWithout(day: string): Promise<CalendarException[]> {
  const { exceptions } = await readCalendar()
  return exceptions.filter((other) => other.day !== day)
}

/** The parts of a country that have public holidays of their own. */
export async function listRegions(country: string, signal: AbortSignal) {
  const params = { query: { country } }
  return (await api.get('/api/v1/company/calendar/regions', { params, signal })).data.regions
}

export async function listSeries(signal: AbortSignal): Promise<readonly NumberSeries[]> {
  return (await api.get('/api/v1/company/number-series', { signal })).data.series
}

export async function changeSeries(series: NumberSeries, draft: SeriesChange): Promise<void> {
  const params = { path: { kind: series.kind } }
  await sendChanges(series, draft, (body) =>
    api.patch('/api/v1/company/number-series/{kind}', { params, body }),
  )
}

export async function readTolerances(signal: AbortSignal): Promise<Tolerances> {
  return (await api.get('/api/v1/company/order-tolerances', { signal })).data
}

export async function changeTolerances(before: Tolerances, draft: TolerancesChange): Promise<void> {
  await sendChanges(before, draft, (body) =>
    api.patch('/api/v1/company/order-tolerances', { body }),
  )
}
