import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/**
 * The part of Markdown that runbooks use: headings, paragraphs, lists, tables, code and links. It makes elements and
 * never HTML, so a runbook cannot contain a script.
 */
export function Markdown({ text }: { readonly text: string }) {
  // The page has the title of the runbook as its headline.
  const blocks = blocksOf(text).filter((block) => !block.startsWith('# '))
  return blocks.map((block) => <Block key={block} block={block} />)
}

/** Parts between empty lines. Code keeps its empty lines. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let isCode = false
  for (const part of text.trim().split(/\n{2,}/)) {
    if (isCode) blocks.push(`${blocks.pop()}\n\n${part}`)
    else blocks.push(part)
    if ((part.match(/^```/gm)?.length ?? 0) % 2 === 1) isCode = !isCode
  }
  return blocks
}

function Block({ block }: { readonly block: string }) {
  if (block.startsWith('## ')) return <h2>{inline(block.slice(3))}</h2>
  if (block.startsWith('### ')) return <h3>{inline(block.slice(4))}</h3>
  if (block.startsWith('```')) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse.
      <pre tabIndex={0}>
        <code>{block.replace(/^```\w*\n|\n?```$/g, '')}</code>
      </pre>
    )
  }
  if (/^\d+\. /.test(block)) return <ol>{itemsOf(block, /^\d+\. /m)}</ol>
  if (block.startsWith('- ')) return <ul>{itemsOf(block, /^- /m)}</ul>
  if (block.startsWith('|')) return <TableBlock block={block} />
  return <p>{inline(block)}</p>
}

/** The lines that follow an item belong to it. */
function itemsOf(block: string, mark: RegExp): ReactNode[] {
  const items = block.split(new RegExp(mark, 'gm')).filter((item) => item !== '')
  return items.map((item) => <li key={item}>{inline(item)}</li>)
}

function TableBlock({ block }: { readonly block: string }) {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse.
    <div tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join('|')}>
              {cells.map((cell, at) => (
                <td key={`${head[at]} ${cell}`}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/

function inline(text: string): ReactNode[] {
  return text.split(marks).map((part, at) => {
    const key = `${at} ${part}`
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    if (/^\*[^*]/.test(part)) return <em key={key}>{part.slice(1, -1)}</em>
    const [, words, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    if (words === undefined) return part
    const [, runbook] = /^([\w.-]+)\.md(?:#.*)?$/.exec(target ?? '') ?? []
    if (runbook === undefined) return words
    return (
      <Link key={key} to="/admin/runbooks/$name" params={{ name: runbook }}>
        {words}
      </Link>
    )
  })
}
