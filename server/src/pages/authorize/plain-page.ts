export { asIs, type Html, html } from './html.ts'
export { colours } from './styles.ts'
