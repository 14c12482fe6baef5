/** The text of a field without blanks around it. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}

/** An empty field has no value. */
export function optionalText(form: FormData, name: string): string | null {
  return textOf(form, name) || null
}
