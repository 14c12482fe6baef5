/**
 * Text as the search tables read it, the same for a product and for a query. PostgreSQL would take `LC/SC` for a path
 * and `StarTech.com` for a host, and then find neither half.
 */
export function searchText(text: string): string {
  return text
    .replace(/<[^<>]{1,200}>/g, ' ')
    .replace(/\bpc\(s\)/gi, ' ')
    .replace(/[/\\|_~]+/g, ' ')
    .replace(/(?<=\p{L})[.:@](?=\p{L})/gu, ' ')
    .replace(/(?<=\p{L})[.](?=\d)/gu, ' ')
    .replace(/[\p{Cc}\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As names sort: lower case and without accents. */
export function nameKey(name: string): string {
  return name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').slice(0, 200)
}
