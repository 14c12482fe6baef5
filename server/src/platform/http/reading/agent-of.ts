/** Browsers name themselves in far less. */
const readMax = 500

/** The order matters: a browser names other browsers as well. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.+Safari\//, 'Safari'],
  [/^Purveyor-SDK\b/i, 'Purveyor SDK'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^PostmanRuntime\//, 'Postman'],
  [/^python-requests\/|^Python-urllib\/|^python-httpx\/|aiohttp\//, 'Python'],
  [/^(?:node|undici|axios|node-fetch)\b/, 'Node.js'],
  [/^Go-http-client\//, 'Go'],
  [/^okhttp\/|^Java\/|^Apache-HttpClient\//, 'Java'],
  [/^Ruby\b|^Faraday\b/, 'Ruby'],
  [/^GuzzleHttp\//, 'PHP'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The kind of program that sent the request, in our own words. The header is text from the client, and would stay for ever in a
 * log from which nothing is deleted.
 */
export function agentOf(header: string): string {
  const read = header.slice(0, readMax)
  const named = (list: typeof programs) => list.find(([shape]) => shape.test(read))?.[1]
  const program = named(programs) ?? 'other'
  const system = named(systems)
  return system ? `${program} on ${system}` : program
}
