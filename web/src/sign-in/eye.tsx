import styles from './sign-in.module.css'

/** The icon of the button that shows a password; the button has the text. Open: the password is readable. */
export function Eye({ reveal }: { readonly reveal: boolean }) {
  return (
    <svg className={styles.eye} viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
      <path d="M1.8 10S4.8 4.5 10 4.5 18.2 10 18.2 10 15.2 15.5 10 15.5 1.8 10 1.8 10z" />
      <circle cx="10" cy="10" r="2.6" />
      {!reveal && <path d="M3.5 16.5l13-13" />}
    </svg>
  )
}
