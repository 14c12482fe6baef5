import { describe, expect, it } from 'vitest'
import { readHtml } from '../pages.fixture.ts'

const state = (script: string, type = '') => `<div id="app"></div><script${type}>${script}</script>`
const products = (script: string, type?: string) => readHtml(state(script, type)).products
const json = ' type="application/json"'
const text = (value: unknown) => JSON.stringify(value)

const saw = { sku: 'S-1', name: 'Saw', price: { value: 149.9, currency: 'EUR' }, inStock: true }

describe('a product in the state of a script', () => {
  it.each([
    ['JSON', text({ props: { product: saw } }), json],
    ['an assignment', `window.__STATE__ = ${text({ product: saw })}; run()`, undefined],
    ['a text of JSON', `window.__STATE__ = JSON.parse(${text(text({ product: saw }))})`, undefined],
    [
      'an object of JavaScript',
      "var state={product:{sku:'S-1',name:\"Saw\",price:149.9,currency:'EUR',inStock:!0,tags:[,],}}",
      undefined,
    ],
    [
      'a function with parameters',
      'window.__NUXT__=(function(a,b){return {data:[{sku:"S-1",name:"Saw",price:b,currency:a,inStock:true}]}}("EUR",149.9));',
      undefined,
    ],
  ])('is read from %s', (_what, script, type) => {
    expect(products(script, type)).toMatchObject([
      {
        sku: 'S-1',
        name: 'Saw',
        price: { amount: '149.9', currency: 'EUR' },
        availability: 'IN_STOCK',
        sources: { price: { kind: 'script-state', confidence: 0.75 } },
      },
    ])
  })

  it('takes the currency and the tax from what is around it', () => {
    const list = {
      settings: { currency: 'GBP', pricesIncludeTax: false },
      items: [{ code: 'A', title: 'Mop', price: 3.9 }],
    }
    expect(products(text(list), json)).toMatchObject([
      { name: 'Mop', price: { amount: '3.9', currency: 'GBP', taxIncluded: false } },
    ])
  })

  it('prefers the price without tax', () => {
    const one = { sku: 'A', name: 'Mop', price: { net: 10, gross: 11.9, currency: 'EUR' } }
    expect(products(text(one), json)).toMatchObject([
      { price: { amount: '10', taxIncluded: false } },
    ])
  })

  it('has variants, with their own numbers and prices', () => {
    const group = {
      title: 'Polo',
      currency: 'EUR',
      variants: [
        { title: 'S', sku: 'P-S', price: '14.95', available: true },
        { title: 'M', sku: 'P-M', price: '16.95', available: false },
      ],
    }
    expect(products(text(group), json)).toMatchObject([
      { name: 'Polo', sku: 'P-S', price: { amount: '14.95' }, availability: 'IN_STOCK' },
      { name: 'Polo', sku: 'P-M', price: { amount: '16.95' }, availability: 'OUT_OF_STOCK' },
    ])
  })

  it('may have its price in cents, if the page shows the same in euros', () => {
    const one = text({ sku: 'C-1', name: 'Cart', price: { amount: 18900, currencyCode: 'EUR' } })
    const unknown = readHtml(state(one, json))
    expect(unknown.products[0]).not.toHaveProperty('price')
    expect(unknown.problems.map(({ code }) => code)).toContain('price_ambiguous')
    const shown = readHtml(`<h1>Cart</h1><p>189,00 €</p>${state(one, json)}`)
    expect(shown.products).toMatchObject([{ sku: 'C-1', price: { amount: '189' } }])
    const named = text({
      sku: 'C-1',
      name: 'Cart',
      price: { centAmount: 18900, currencyCode: 'EUR' },
    })
    expect(products(named, json)).toMatchObject([{ price: { amount: '189' } }])
  })

  it.each(['related', 'recommendations', 'crossSelling', 'accessories', 'similaires', 'cart'])(
    'is not one of “%s”',
    (key) => {
      expect(products(text({ product: saw, [key]: [{ ...saw, sku: 'O-1' }] }), json)).toMatchObject(
        [{ sku: 'S-1' }],
      )
    },
  )

  it.each([
    ['a function', 'window.f = function(){ return {sku:"A",name:"B",price:1.5} }'],
    ['a call', 'window.s = {sku:"A",name:make("B"),price:1.5,currency:"EUR"}'],
    ['a sum', 'window.s = {sku:"A",name:"B",price:1+2.5,currency:"EUR"}'],
    ['a broken object', 'window.s = {sku:"A",name:"B'],
  ])('is none in %s', (_what, script) => {
    expect(products(script)).toEqual([])
  })
})
