import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { requestedScopes } from './requested-scopes.ts'

const { base, Check } = interactionPolicy

/** When a person must sign in or consent: as the library decides, and in two more cases. */
export function createPrompts(baseUrl: string): interactionPolicy.DefaultPolicy {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('scopes_asked_for', 'the app must ask for something it may have', (ctx) => {
      assertScopesRequested(ctx, baseUrl)
      return Check.NO_NEED_TO_PROMPT
    }),
    0,
  )
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'member_of_company',
        'the person may not act for the company of the app',
        'login_required',
        ({ oidc }) => Boolean(oidc.session?.accountId) && !oidc.account,
      ),
    )
  return policy
}

/** Reports the error to the app at once: nobody should sign in only to be refused afterwards. */
function assertScopesRequested({ oidc }: KoaContextWithOIDC, baseUrl: string): void {
  if (oidc.requestParamOIDCScopes.size > 0) {
    throw new errors.InvalidScope(
      'this server gives access to an API, it is no OpenID provider',
      'openid',
    )
  }
  const allowed = oidc.resourceServers?.[baseUrl]?.scope ?? ''
  if (requestedScopes(oidc.params?.scope, allowed.split(' ')).length > 0) return
  throw new errors.InvalidScope(
    'none of the scopes asked for is one that this app may ask for',
    typeof oidc.params?.scope === 'string' ? oidc.params.scope : '',
  )
}
