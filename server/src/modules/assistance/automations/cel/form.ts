import type { ASTNode } from '@marcbachmann/cel-js'

/** A common condition as rows of a form. It compiles to CEL, and CEL of this shape reads back as the form. */
export type FormTest = {
  /** For example `data.total.amount` or `event.entity.id`. */
  readonly field: string
  readonly operator: FormOperator
  readonly value?: FormValue
}
export type FormValue = string | number | boolean | readonly string[]
export type FormGroup<Row> = { readonly all: readonly Row[] } | { readonly any: readonly Row[] }
export type ConditionForm = FormGroup<FormTest | FormGroup<FormTest>>

const signs = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const calls = { contains: 'contains', starts_with: 'startsWith', ends_with: 'endsWith' } as const

export const formOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'starts_with',
  'ends_with',
  'in',
  'present',
  'absent',
] as const
export type FormOperator = (typeof formOperators)[number]

type Sign = keyof typeof signs
type Call = keyof typeof calls

export const isFormGroup = (row: FormTest | FormGroup<FormTest>): row is FormGroup<FormTest> =>
  'all' in row || 'any' in row

/** The rows without their groups. */
export function testsOf(form: ConditionForm): FormTest[] {
  return rowsOf(form).flatMap((row) => (isFormGroup(row) ? [...rowsOf(row)] : [row]))
}

/** Undefined if a row has a value that its operator cannot use. */
export function compileForm(form: ConditionForm): string | undefined {
  return joinRows(form, (row, within) => {
    if (!isFormGroup(row)) return compileTest(row)
    const inner = joinRows(row, compileTest)
    const isMixed = 'all' in row !== 'all' in within && rowsOf(row).length > 1
    return inner && isMixed ? `(${inner})` : inner
  })
}

/** Undefined if a form cannot express the condition. */
export function formOf(node: ASTNode): ConditionForm | undefined {
  const sign = node.op === '||' ? '||' : '&&'
  const rows: (FormTest | FormGroup<FormTest>)[] = []
  for (const part of flattenNode(node, sign)) {
    const row = testOf(part) ?? groupOf(part)
    if (!row) return undefined
    rows.push(row)
  }
  return groupRows(rows, sign)
}

function joinRows<Row>(
  group: FormGroup<Row>,
  compile: (row: Row, within: FormGroup<Row>) => string | undefined,
): string | undefined {
  const parts = rowsOf(group).map((row) => compile(row, group))
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.join('all' in group ? ' && ' : ' || ')
}

function rowsOf<Row>(group: FormGroup<Row>): readonly Row[] {
  return 'all' in group ? group.all : group.any
}

function compileTest({ field, operator, value }: FormTest): string | undefined {
  if (operator === 'present' || operator === 'absent') {
    if (value !== undefined) return undefined
    return `${operator === 'absent' ? '!' : ''}has(${field})`
  }
  if (operator === 'in') {
    if (!Array.isArray(value)) return undefined
    return `${field} in [${value.map((one) => JSON.stringify(one)).join(', ')}]`
  }
  if (operator in calls) {
    if (typeof value !== 'string') return undefined
    return `${field}.${calls[operator as Call]}(${JSON.stringify(value)})`
  }
  const sign = signs[operator as Sign]
  const isOrder = operator !== 'eq' && operator !== 'ne'
  if (typeof value === 'boolean') return isOrder ? undefined : `${field} ${sign} ${value}`
  if (typeof value === 'number') return `${field} ${sign} ${value}`
  if (typeof value !== 'string') return undefined
  // Text has an order too, but nobody means it here: amounts are compared as amounts.
  if (isOrder) return `decimal(${field}) ${sign} decimal(${JSON.stringify(value)})`
  return `${field} ${sign} ${JSON.stringify(value)}`
}

function flattenNode(node: ASTNode, sign: '&&' | '||'): ASTNode[] {
  return node.op === sign ? node.args.flatMap((part) => flattenNode(part, sign)) : [node]
}

function groupRows<Row>(rows: readonly Row[], sign: '&&' | '||'): FormGroup<Row> {
  return sign === '&&' ? { all: rows } : { any: rows }
}

function groupOf(node: ASTNode): FormGroup<FormTest> | undefined {
  if (node.op !== '&&' && node.op !== '||') return undefined
  const tests = flattenNode(node, node.op).map(testOf)
  const known = tests.filter((test) => test !== undefined)
  return known.length === tests.length ? groupRows(known, node.op) : undefined
}

function testOf(node: ASTNode): FormTest | undefined {
  if (node.op === '!_') return presence(node.args, 'absent')
  if (node.op === 'call') return presence(node, 'present')
  if (node.op === 'in') return membership(node.args)
  if (node.op === 'rcall') return textCall(node.args)
  const operator = (Object.keys(signs) as Sign[]).find((key) => signs[key] === node.op)
  return operator && comparison(operator, node.args as [ASTNode, ASTNode])
}

function presence(node: ASTNode, operator: 'present' | 'absent'): FormTest | undefined {
  const [of] = node.op === 'call' && node.args[0] === 'has' ? node.args[1] : []
  const field = of && fieldOf(of)
  return field ? { field, operator } : undefined
}

function membership([of, list]: [ASTNode, ASTNode]): FormTest | undefined {
  const field = fieldOf(of)
  if (!field || list.op !== 'list') return undefined
  const texts = list.args.map(literalOf).filter((value) => typeof value === 'string')
  if (texts.length === 0 || texts.length !== list.args.length) return undefined
  return { field, operator: 'in', value: texts }
}

function textCall([name, of, args]: [string, ASTNode, ASTNode[]]): FormTest | undefined {
  const operator = (Object.keys(calls) as Call[]).find((key) => calls[key] === name)
  const field = fieldOf(of)
  const value = args[0] && literalOf(args[0])
  if (!operator || !field || typeof value !== 'string' || args.length !== 1) return undefined
  return { field, operator, value }
}

function comparison(operator: Sign, [left, right]: [ASTNode, ASTNode]): FormTest | undefined {
  const isOrder = operator !== 'eq' && operator !== 'ne'
  const amounts = isOrder ? [decimalOf(left), decimalOf(right)] : []
  const [of = left, literal = right] = amounts.includes(undefined) ? [] : amounts
  const field = fieldOf(of)
  const value = literalOf(literal)
  const isAmount = literal !== right
  if (!field || value === undefined) return undefined
  if (isOrder && (typeof value === 'string') !== isAmount) return undefined
  if (isOrder && typeof value === 'boolean') return undefined
  return { field, operator, value }
}

function decimalOf(node: ASTNode): ASTNode | undefined {
  return node.op === 'call' && node.args[0] === 'decimal' ? node.args[1][0] : undefined
}

function fieldOf(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args
  if (node.op !== '.') return undefined
  const [of, name] = node.args
  const before = fieldOf(of)
  return before && `${before}.${name}`
}

function literalOf(node: ASTNode): string | number | boolean | undefined {
  if (node.op === '-_') {
    const value = literalOf(node.args)
    return typeof value === 'number' ? -value : undefined
  }
  if (node.op !== 'value') return undefined
  const { args } = node
  if (typeof args === 'bigint') return Number.isSafeInteger(Number(args)) ? Number(args) : undefined
  return typeof args === 'string' || typeof args === 'number' || typeof args === 'boolean'
    ? args
    : undefined
}
