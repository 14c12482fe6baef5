import { inputOf, type NewLine, type RequisitionLine } from './requisition-api.ts'

type Written = {
  /** The line before it was edited. What the form does not show stays. */
  readonly line: RequisitionLine | undefined
  /** Undefined: the line is in words. */
  readonly productId: string | undefined
  /** The ids of the new files. */
  readonly added: readonly string[]
  readonly currency: string
}

const texts = ['what', 'unit', 'category', 'suggestedSupplier', 'note', 'costCenter'] as const

/** What the form of a line says. An empty field is absent. */
export function readLine(form: FormData, { line, productId, added, currency }: Written): NewLine {
  const textOf = (name: string) => String(form.get(name) ?? '').trim()
  const said = texts.map((name) => [name, textOf(name) || undefined] as const)
  const links = textOf('links').split(/\s+/).filter(Boolean)
  const estimate = textOf('estimate')
  const files = [...form.getAll('kept').map(String), ...added]
  const written = {
    ...(line && inputOf(line)),
    ...Object.fromEntries(said),
    quantity: Number(form.get('quantity')),
    productId,
    links: links.length > 0 ? links : undefined,
    estimate: estimate
      ? { amount: estimate, currency: line?.estimate?.currency ?? currency }
      : undefined,
    attachmentIds: files.length > 0 ? files : undefined,
  }
  const present = Object.entries(written).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as NewLine
}
