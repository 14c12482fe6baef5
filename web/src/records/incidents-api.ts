import { api } from '../api.ts'
import type { Incident } from '../api-types.ts'

const one = '/notifications/incidents/{incidentId}'

export async function getIncident(incidentId: string, signal: AbortSignal): Promise<Incident> {
  return (await api.get(one, { params: { path: { incidentId } }, signal })).data
}

/** Zero minutes end the silence. */
export async function silenceIncident(
  incidentId: string,
  minutes: number,
  note: string,
): Promise<void> {
  const params = { path: { incidentId } }
  await api.post(`${one}/silence`, { params, body: { minutes, note } })
}
