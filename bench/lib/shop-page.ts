/** A page of a shop with one product, as long as usual ones: menus, a description, similar articles, JSON-LD and microdata. */
export function shopPage(number: number): string {
  const price = `${(number % 900) + 1}.50`
  const jsonLd = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: `Patch cable ${number}`,
        description: sentence.repeat(10),
        sku: `S-${number}`,
        mpn: `CAT6-${number}`,
        brand: { '@type': 'Brand', name: 'ACME' },
        image: [`/pictures/${number}.jpg`],
        offers: {
          '@type': 'Offer',
          price,
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: ['Home', 'Network', 'Cables'].map((name, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name,
        })),
      },
    ],
  }
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Patch cable ${number}</title>
<link rel="canonical" href="/products/${number}"><meta property="og:type" content="product">
<meta property="og:title" content="Patch cable ${number}"><script type="application/ld+json">${JSON.stringify(jsonLd)}</script>
<style>${'.a{color:red}'.repeat(300)}</style><script>${'var a=1;'.repeat(1_500)}</script></head><body>
${links('menu', 200)}
<main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Patch cable ${number}</h1>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="${price}">${price}</span>
<meta itemprop="priceCurrency" content="EUR"></div><div itemprop="description">${paragraphs}</div></main>
${links('similar', 100)}</body></html>`
}

const sentence = 'A patch cable of category 6 with two plugs and a clip that does not break. '
const paragraphs = `<p class="text">${sentence.repeat(5)}</p>`.repeat(30)

function links(name: string, count: number): string {
  const items = Array.from(
    { length: count },
    (_, at) =>
      `<li class="${name} item"><a class="link" href="/${name}/${at}?utm_source=page"><span class="label">${name} ${at}</span></a></li>`,
  )
  return `<nav><ul class="${name}">${items.join('\n')}</ul></nav>`
}
