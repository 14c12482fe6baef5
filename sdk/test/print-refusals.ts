import { createClient, PurveyorError } from '../src/index.ts'

/** Prints what a program reads in the refusals of a running service, as JSON. */
const [, , baseUrl = '', apiKey = '', productId = ''] = process.argv
const purveyor = createClient({ baseUrl, apiKey })

const { data: cart } = await purveyor.cart.get()
const { data: changed } = await purveyor.cart.addItem({ productId, quantity: 1 })

const stale = await refusalOf(
  purveyor.cart.clear({ expectedSnapshotVersion: cart.snapshotVersion }),
)
if (stale.code !== 'cart.version_conflict') throw stale
const current: number = stale.details.current

const missing = await refusalOf(purveyor.orders.get('ord_00000000000000000000000000'))
if (missing.code !== 'orders.order_not_found') throw missing
const orderId: string = missing.details.orderId

const stranger = createClient({ baseUrl, apiKey: 'nobody' })
const refused = await refusalOf(stranger.cart.get())
if (refused.code !== 'identity.credentials_invalid') throw refused
const none: undefined = refused.details

console.log(
  JSON.stringify({
    isCurrent: current === changed.snapshotVersion,
    orderId,
    hasNone: none === undefined,
  }),
)

async function refusalOf(call: Promise<unknown>): Promise<PurveyorError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PurveyorError)) throw error ?? new Error('the call was carried out')
  return error
}
