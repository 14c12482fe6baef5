import { type Sandbox, startSandbox } from '@purveyor/sandbox'
import { createLog } from '#platform/telemetry'
import { closeAtEnd } from '../close-at-end.ts'
import { useFolder } from '../tools/folder.ts'

/** A sandbox whose payment events reach nobody, unless the test says otherwise. The end of the test file closes it. */
export async function useSandbox(
  overrides: Partial<Parameters<typeof startSandbox>[0]> = {},
): Promise<Sandbox> {
  return closeAtEnd(
    await startSandbox({
      port: 0,
      dataDir: overrides.dataDir ?? (await useFolder()),
      paymentsApiKey: 'a key of the payment provider',
      paymentsEventSecret: 'a secret of the payment provider',
      paymentsEventsUrl: 'http://127.0.0.1:9/events',
      now: () => new Date(),
      log: createLog({ level: 'silent' }),
      ...overrides,
    }),
  )
}
