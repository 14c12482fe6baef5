/** The messages of one area in one language: it has exactly the keys of the English ones. */
export type Translation<Keys> = Readonly<Record<keyof Keys, string>>
