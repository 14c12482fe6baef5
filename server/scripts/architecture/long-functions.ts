import ts from 'typescript'

export type LongFunction = { readonly name: string; readonly line: number; readonly lines: number }

/** A longer function cannot be read in one go. Its comments and empty lines count, because they are read too. */
export const functionLinesMax = 70

/** The functions of a source text that are too long, each with its first and last line. */
export function longFunctions(path: string, text: string): LongFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const found: LongFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineAt(node.getStart())
      const lines = lineAt(node.end) - line + 1
      if (lines > functionLinesMax) found.push({ name: nameOf(node), line, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The function's own name, or the name of its variable or property. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (node.name) return node.name.getText()
  const { parent } = node
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return isNamed ? parent.name.getText() : 'a function'
}
