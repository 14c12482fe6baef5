/** The code of an authenticator, however somebody groups its digits. */
export const sixDigits = /^\D*(?:\d\D*){6}$/

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')
