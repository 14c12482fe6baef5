import type { DataOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../api.ts'

const test = '/notifications/incident-alerts/test'
export type TransportTest = DataOf<paths[typeof test]['post']>['transports'][number]

/** Sends a test over each transport that has settings. */
export async function testTransports(): Promise<readonly TransportTest[]> {
  return (await api.post(test, emptyBody)).data.transports
}
