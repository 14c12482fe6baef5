const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a reader would merge it with the line feed after it.
  '\r': '&#13;',
}

/** The characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"\r]/g, (sign) => names[sign] ?? sign)
}

/** An element with a text, or an empty string if there is no text. */
export function element(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`
}

export function elements(name: string, texts: readonly string[]): string {
  return texts.map((text) => element(name, text)).join('')
}
