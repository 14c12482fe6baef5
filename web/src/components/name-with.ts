/**
 * The name of a button for people who do not see its row. It contains the text on the button, because people who control
 * the page by voice say what they see.
 */
export function nameWith(text: string, label: string): string {
  return label.toLowerCase().includes(text.toLowerCase()) ? label : `${text}: ${label}`
}
