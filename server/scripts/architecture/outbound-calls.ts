import ts from 'typescript'

export type OutboundCall = { readonly line: number; readonly what: string }

/** Imports from these modules are limited to parts that make no connection. Types are always allowed. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  http: ['createServer', 'STATUS_CODES'],
  https: [],
  http2: [],
  net: ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'createServer'],
  tls: [],
  dgram: [],
  undici: [],
  nodemailer: [],
}

/** Globals that can make a call without any import. */
const globals = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])

/** Every place of a source text that could make a call over the network without `platform/net`. */
export function outboundCalls(path: string, text: string): OutboundCall[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: OutboundCall[] = []
  const report = (node: ts.Node, what: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push({ line: line + 1, what })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      for (const what of takenFrom(node)) report(node, what)
      return
    }
    if (ts.isCallExpression(node)) {
      const name = loadedBy(node)
      if (name !== undefined) report(node, `loads ${name}`)
    }
    if (ts.isIdentifier(node) && globals.has(node.text) && isGlobal(node)) report(node, node.text)
    if (
      ts.isStringLiteral(node) &&
      globals.has(node.text) &&
      ts.isElementAccessExpression(node.parent)
    ) {
      report(node, node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function takenFrom(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  const from = node.moduleSpecifier
  const allowed = from && ts.isStringLiteral(from) ? harmless[bareName(from.text)] : undefined
  if (!allowed || !from || !ts.isStringLiteral(from)) return []
  const name = from.text
  if (ts.isExportDeclaration(node)) {
    if (node.isTypeOnly) return []
    const { exportClause } = node
    if (!exportClause || !ts.isNamedExports(exportClause)) return [`all of ${name}`]
    return valuesOf(exportClause.elements, allowed, name)
  }
  const clause = node.importClause
  if (!clause) return [`all of ${name}`]
  if (clause.isTypeOnly) return []
  const bindings = clause.namedBindings
  const whole =
    clause.name || (bindings && ts.isNamespaceImport(bindings)) ? [`all of ${name}`] : []
  if (!bindings || !ts.isNamedImports(bindings)) return whole
  return [...whole, ...valuesOf(bindings.elements, allowed, name)]
}

function valuesOf(
  elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
  allowed: readonly string[],
  from: string,
): string[] {
  return elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => (element.propertyName ?? element.name).text)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${name} of ${from}`)
}

/** `import('undici')`, `require('undici')`, `process.getBuiltinModule('http')`. */
function loadedBy(node: ts.CallExpression): string | undefined {
  const [first] = node.arguments
  if (!first || !ts.isStringLiteral(first) || !harmless[bareName(first.text)]) return undefined
  const callee = node.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
  return ['import', 'require', 'getBuiltinModule'].includes(name) ? first.text : undefined
}

const bareName = (specifier: string): string => specifier.replace(/^node:/, '').split('/')[0] ?? ''

/** Excludes properties of our own objects, and names in types or declarations. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ['globalThis', 'global', 'window', 'self'].includes(parent.expression.getText())
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node
  if (ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent)) return false
  if (ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent)) return false
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  if (ts.isBindingElement(parent) && parent.propertyName === node) return true
  return true
}
