/** Hides the entries of the page that lack a word of the filter, and the sections that have none left. */
export const filterScript = `const box = document.querySelector('.filter')
if (box) {
  const field = box.querySelector('input')
  const status = box.querySelector('[role=status]')
  const entries = [...document.querySelectorAll('[data-entry]')]
  const sections = [...document.querySelectorAll('[data-section]')]
  const texts = new Map(entries.map((entry) => [entry, entry.textContent.toLowerCase()]))
  const apply = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
    let shown = 0
    for (const entry of entries) {
      entry.hidden = !words.every((word) => texts.get(entry).includes(word))
      if (!entry.hidden) shown += 1
    }
    for (const section of sections) {
      section.hidden = section.querySelector('[data-entry]:not([hidden])') === null
    }
    status.textContent = words.length === 0 ? '' : shown === 1 ? '1 entry' : shown + ' entries'
  }
  field.addEventListener('input', apply)
  box.hidden = false
  // A browser that goes back to the page keeps what was typed.
  apply()
}
`
