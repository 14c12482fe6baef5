import { createCalls, type DataOf, type ItemOf, PurveyorError, type paths } from '@purveyor/sdk'
import { inLanguageOfPage } from '../calls.ts'

/** The API through this server, which adds the token of the person. The page never has a token. */
export const api = createCalls({
  baseUrl: `${window.location.origin}/account/api`,
  // People press again, and a page that retried by itself would hide that the service is slow.
  retriesMax: 0,
  timeoutMs: 20_000,
  fetch: async (request) => signInIfOver(await inLanguageOfPage(request)),
})

/** For files: they are sent as they are, without a copy in the memory, and may take long. */
export const uploads = createCalls({
  baseUrl: `${window.location.origin}/account/api`,
  retriesMax: 0,
  timeoutMs: 3_600_000,
  fetch: async (request) => signInIfOver(await fetch(request)),
})

/** Where the session is over, the person signs in and comes back to this address. */
function signInIfOver(answer: Response): Response {
  if (answer.status === 401) goToSignIn()
  return answer
}

export function goToSignIn(): void {
  const { pathname, search } = window.location
  window.location.assign(`/account/sign-in?returnTo=${encodeURIComponent(pathname + search)}`)
}

export async function signOut(): Promise<void> {
  await fetch('/account/session', { method: 'DELETE' })
  window.location.assign('/')
}

/** What a request of the API has as its body. */
export type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The service has decided: the same request would be refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PurveyorError && error.status >= 400 && error.status < 500
}

// All types come from the routes: if a field is renamed there, the build of the pages fails here.

export type Me = DataOf<paths['/api/v1/me']['get']>
export type Product = DataOf<paths['/api/v1/products/{productId}']['get']>
export type Cart = DataOf<paths['/api/v1/cart']['get']>
export type CartItem = Cart['items'][number]
export type Checkout = DataOf<paths['/api/v1/checkout/{checkoutId}']['get']>
export type BookedAddress = ItemOf<paths['/api/v1/addresses']['get']>
export type PaymentMethod = DataOf<paths['/api/v1/payment-methods']['get']>['methods'][number]
export type OrderSummary = ItemOf<paths['/api/v1/orders']['get']>
