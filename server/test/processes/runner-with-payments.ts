import { freePort } from '#harness'
import { useSandbox } from '#testing/hosts/sandbox'
import { useFolder } from '#testing/tools/folder'
import { createRunner, type Runner } from './crash-runner.ts'

const secrets = { apiKey: 'a key of the payment provider', events: 'a secret of the provider' }

/** Runners of a service that is killed at a point and then started again, while the sandbox takes its card payments. */
export async function useRunnerWithPayments(
  databaseUrl: string,
): Promise<(point: string) => Runner> {
  const dataDir = await useFolder()
  const port = await freePort()
  const sandbox = await useSandbox({
    dataDir,
    paymentsApiKey: secrets.apiKey,
    paymentsEventSecret: secrets.events,
    paymentsEventsUrl: `http://127.0.0.1:${port}/payments/providers/sandbox/events`,
    eventRetryDelaysMs: [100, 200, 400, 800, 1_600, 3_200],
  })
  const env = {
    APP_ENV: 'test',
    DOCUMENT_DB_URL: databaseUrl,
    PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
    PAYMENTS_SANDBOX_API_KEY: secrets.apiKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: secrets.events,
    LOG_LEVEL: 'error',
  }
  return (point) => createRunner(point, { port, dataDir, env })
}
