import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fastify } from 'fastify'
import { addVary, knowsEtag, type Routes } from '#platform/http'

/** The reference of the API at /docs/api: Scalar reads /openapi.json in the browser. All of it comes from here. */
export const apiReferenceRoutes: Routes = async (http) => {
  const page = { config: { access: 'public' }, schema: { hide: true } } as const
  let program: Promise<Program> | undefined

  http.get('/docs/api', page, async (_request, reply) => {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .header('content-security-policy', policyOf(nonce))
      .type('text/html; charset=utf-8')
      .send(pageWith(nonce))
  })

  http.get('/docs/api/open.js', page, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .type('text/javascript; charset=utf-8')
      .send(openScript),
  )

  http.get('/docs/api/scalar.js', page, async ({ headers }, reply) => {
    program ??= readProgram()
    const { etag, plain, packed } = await program
    reply.headers({ 'cache-control': 'public, max-age=3600', etag })
    addVary(reply, 'accept-encoding')
    if (knowsEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('text/javascript; charset=utf-8')
    const accepted = String(headers['accept-encoding'] ?? '')
    const coding = codings.find((name) =>
      new RegExp(`\\b${name}\\b(?!;q=0(?:[,\\s]|$))`).test(accepted),
    )
    return coding
      ? reply.header('content-encoding', coding).send(packed[coding])
      : reply.send(plain)
  })
}

const codings = ['br', 'gzip'] as const

type Program = {
  readonly etag: string
  readonly plain: string
  readonly packed: Readonly<Record<(typeof codings)[number], Buffer>>
}

/**
 * The program of the page, out of the package. It has five megabytes, so the first reader loads and compresses it. The package gives
 * it only to a server.
 */
async function readProgram(): Promise<Program> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { body } = await server.inject({ url: '/js/scalar.js' })
  await server.close()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body),
  ])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { etag: `W/"${hash}"`, plain: body, packed: { br, gzip: gz } }
}

/** The program gets its description, and nothing by which it would call its makers. */
const settings = {
  url: '/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
}

/** Runs before the program: parts of it add styles and forget the nonce. */
const openScript = `const { content: nonce } = document.querySelector('meta[property=csp-nonce]')
const { createElement } = document
document.createElement = function (...args) {
  const made = createElement.apply(this, args)
  if (made instanceof HTMLStyleElement) made.nonce = nonce
  return made
}
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#reference', ${JSON.stringify(settings)})
})
`

function pageWith(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Purveyor API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. Its source is <a href="/openapi.json">openapi.json</a>.</noscript>
<script src="/docs/api/open.js"></script>
<script src="/docs/api/scalar.js"></script>
</body>
</html>
`
}

/** Scripts and requests stay here. Attributes with styles are allowed, because they cannot load anything. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
