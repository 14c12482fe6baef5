import { describe, expect, it } from 'vitest'
import { readHtml } from '../pages.fixture.ts'

const articles = [
  ['Steckregal 180 x 90', 'SR-1890', '79,00'],
  ['Eckregal 200 cm', 'ER-2000', '99,50'],
  ['Regalboden verzinkt', 'RB-0400', '12,00'],
] as const
type Item = (name: string, number: string, price: string, href: string) => string
const itemsOf = (item: Item) =>
  articles.map(([name, number, price], at) => item(name, number, price, `/p${at}`)).join('\n')
const productsIn = (body: string) =>
  readHtml(`<html lang="de"><body><h1>Regale</h1>${body}<p>Alle Preise inkl. MwSt.</p></body>`)
    .products
const named = articles.map(([name]) => ({ name }))
const complete = articles.map(([name, sku, price]) => ({
  name,
  sku,
  price: { amount: String(Number(price.replace(',', '.'))), currency: 'EUR', taxIncluded: true },
}))

describe('a list of products without mark-up', () => {
  it.each<[string, Item]>([
    [
      'a label before the number',
      (name, number, price, href) =>
        `<div><h3><a href="${href}">${name}</a></h3><p>Art.-Nr. ${number}</p><p>${price} €</p></div>`,
    ],
    [
      'a number without a label',
      (name, number, price, href) =>
        `<div><a href="${href}"><h3>${name}</h3></a><p>${number}</p><p>${price} €</p></div>`,
    ],
    [
      'a number in brackets',
      (name, number, price, href) =>
        `<div><a href="${href}">${name} (${number})</a> <b>${price} €</b></div>`,
    ],
    [
      'everything in one link',
      (name, number, price, href) =>
        `<a class="tile" href="${href}"><span>${name}</span><span>${number}</span><span>${price} €</span></a>`,
    ],
    [
      'no element around a product',
      (name, number, price, href) =>
        `<a href="${href}">${name}</a><br>Art.-Nr. ${number}<br>${price} €<hr>`,
    ],
    [
      'a link in a line of its own',
      (name, number, price, href) =>
        `<p><a href="${href}">${name}</a></p><p>${number}</p><p>${price} €</p>`,
    ],
  ])('is read: %s', (_, item) => {
    expect(productsIn(itemsOf(item))).toMatchObject(complete)
  })

  it('has the price beside a number that begins like a currency', () => {
    const item = (name: string, number: string) =>
      `<li><a href="/${number}">${name} 180 x 90</a> – ${number} – 64,00 €</li>`
    const body = item('Anbauregal', 'AR-1891') + item('Steckregal', 'KR-1890')
    expect(productsIn(`<ul>${body}</ul>`)).toMatchObject([
      { name: 'Anbauregal 180 x 90', sku: 'AR-1891', price: { amount: '64', currency: 'EUR' } },
      { name: 'Steckregal 180 x 90', sku: 'KR-1890', price: { amount: '64', currency: 'EUR' } },
    ])
  })

  it('is read out of the rows of a table without a header', () => {
    const row: Item = (name, number, price, href) =>
      `<tr><td><a href="${href}">${name}</a></td><td>${number}</td><td>${price} €</td></tr>`
    expect(productsIn(`<table>${itemsOf(row)}</table>`)).toMatchObject(complete)
  })

  it('is read out of rows of a grid, the last of which has one product', () => {
    const [first, second, last] = itemsOf(
      (name, number, price, href) =>
        `<div><h3><a href="${href}">${name}</a></h3><p>Nr.: ${number}</p><p>${price} €</p></div>`,
    ).split('\n')
    const rows = `<div>${first}${second}</div><div>${last}</div>`
    expect(productsIn(`<section>${rows}</section>`)).toMatchObject(complete)
  })

  it('needs no number: the address tells its products apart', () => {
    const item: Item = (name, _, price, href) =>
      `<li><a href="${href}">${name}</a> <b>${price} €</b></li>`
    const found = productsIn(`<ul>${itemsOf(item)}</ul>`)
    expect(found).toMatchObject(named)
    expect(found.map(({ url, sku }) => [new URL(url).pathname, sku])).toEqual([
      ['/p0', undefined],
      ['/p1', undefined],
      ['/p2', undefined],
    ])
  })

  it('has no number where a measure stands, or where two products share it', () => {
    const item =
      (text: string): Item =>
      (name, _number, price, href) =>
        `<div><a href="${href}">${name}</a><p>${text}</p><p>${price} €</p></div>`
    for (const text of ['180x90', 'IP-65', '500ml', 'AB-4711']) {
      const found = productsIn(itemsOf(item(text)))
      expect(found).toMatchObject(named)
      expect(found.map(({ sku }) => sku)).toEqual([undefined, undefined, undefined])
    }
  })

  it.each<[string, Item]>([
    [
      'categories, with a price from which they begin',
      (name, _, price, href) => `<li><a href="${href}">${name}</a> ab ${price} €</li>`,
    ],
    [
      'parts with links to several pages',
      (name, _, price, href) =>
        `<li><a href="${href}">${name}</a> <a href="${href}/x">mehr</a> ${price} €</li>`,
    ],
    ['amounts without a link', (name, _, price) => `<li>${name} ${price} €</li>`],
  ])('is none: %s', (_, item) => {
    expect(productsIn(`<ul>${itemsOf(item)}</ul>`)).toEqual([])
  })

  it('stands aside of the product of the page, which can be put into a cart', () => {
    const item: Item = (name, _, price, href) =>
      `<li><a href="${href}">${name}</a> <b>${price} €</b></li>`
    const own = '<p>49,00 €</p><button>In den Warenkorb</button>'
    expect(productsIn(`${own}<ul>${itemsOf(item)}</ul>`)).toMatchObject([
      { name: 'Regale', price: { amount: '49' } },
    ])
  })
})
