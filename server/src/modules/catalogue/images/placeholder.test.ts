import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { drawPlaceholder } from './placeholder.ts'

const categoryPath = ['Fasteners', 'Bolts & screws']

describe('the placeholder', () => {
  it('shows the name of the product and a symbol of its category', () => {
    const bolt = drawPlaceholder({ name: 'Hexagon bolt M8', categoryPath }, 320)
    expect(bolt).toContain('>Hexagon bolt M8</text>')
    const printer = drawPlaceholder({ name: 'Hexagon bolt M8', categoryPath: ['Printers'] }, 320)
    expect(symbolOf(printer)).not.toBe(symbolOf(bolt))
    const unknown = drawPlaceholder({ name: 'Hexagon bolt M8', categoryPath: [] }, 320)
    expect(symbolOf(unknown)).not.toBe(symbolOf(bolt))
  })

  it('has the requested size', () => {
    expect(drawPlaceholder({ name: 'A', categoryPath }, 96)).toContain('width="96" height="96"')
  })

  it('divides a long name into at most three lines', () => {
    const name = 'Stainless steel hexagon socket countersunk head screw '.repeat(5)
    const lines = drawPlaceholder({ name, categoryPath }, 320).match(/<text/g)
    expect(lines).toHaveLength(3)
  })

  it('is XML that loads and runs nothing, whatever the name contains', () => {
    const attack = '"><script>alert(1)</script><image href="https://evil.example/x"/>'
    const drawn = drawPlaceholder({ name: attack, categoryPath: [attack] }, 320)
    expect(drawn).not.toMatch(/<script|<image|<a|\shref="/i)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const svg = drawPlaceholder({ name, categoryPath: [name] }, 320)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
        expect(svg.isWellFormed()).toBe(true)
        const outside = svg.replace(/<(\/?(?:svg|rect|g|path|circle|text)\b[^<>]*)>/g, '')
        expect(outside).not.toMatch(/[<>]/)
        expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
      }),
    )
  })
})

const symbolOf = (svg: string) => /<g .*?<\/g>/.exec(svg)?.[0]
