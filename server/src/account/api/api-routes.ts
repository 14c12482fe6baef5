import type { Http } from '#platform/http'
import {
  addForwarding,
  addUploads,
  assertSameSite,
  catalogueFileTypes,
  liveSession,
  passFileOn,
} from '../../admin/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { pageWords } from '../page-language.ts'
import { callerOf } from '../visit.ts'
import { callAs, requireSession } from './call-as.ts'
import { addSessionRoutes } from './session-routes.ts'

const prefix = '/account/api'

/** The API under its version, and the companies between which a person changes. */
const forwarded = /^(?:\/api\/v1(?:\/[A-Za-z0-9_.-]+)+|\/auth\/companies)$/

/** A stream of results, and files: they may be longer than the memory. */
const streamed = /\/(?:stream|exports)$|\.(?:csv|pdf|xml)$/

/**
 * `/account/api/api/v1/cart` is the API's `/api/v1/cart`, with the token of the person who is signed in. The API decides what that
 * person may do. The way in has forms of its own (`../sign-in-routes.ts`).
 */
export function addApiRoutes(
  http: Http,
  deps: AccountDeps,
  publicOrigins: ReadonlySet<string>,
): void {
  http.register(async (plugin) => {
    const pages = plugin as unknown as Http
    pages.addHook('onRequest', async (request) => assertSameSite(request, publicOrigins))
    addForwarding(pages, {
      prefix,
      isForwarded: (path) => forwarded.test(path) && !path.includes('..'),
      isStreamed: (path) => streamed.test(path),
      requireCredential: (request) => requireSession(deps, request),
      send: (request, reply, call) => callAs(deps, request, reply, call, deps.forward.send),
      open: (request, reply, call) => callAs(deps, request, reply, call, deps.forward.open),
    })
    addSessionRoutes(pages, deps)
    pages.register(async (files) => addFiles(files as unknown as Http, deps))
  })
}

const codeFile = ['text/csv']

const uploads = {
  '/api/v1/catalog/imports': catalogueFileTypes,
  '/api/v1/requisitions/attachments': ['application/octet-stream'],
  '/api/v1/support/attachments': ['application/octet-stream'],
  '/api/v1/company/:codes/imports': codeFile,
  '/api/v1/company/:codes/imports/preview': codeFile,
}

/** The session is refreshed before: a file can be read only once, so it is not sent again with a new token. */
function addFiles(http: Http, deps: AccountDeps): void {
  addUploads(http, {
    prefix,
    uploads,
    requireCredential: (request) => requireSession(deps, request),
    upload: async (request, reply, path) => {
      const { accessToken: token } = (await liveSession(deps, request, reply)).session
      const caller = callerOf(request, pageWords(request).language)
      return passFileOn(deps, request, { path, token, caller })
    },
  })
}
