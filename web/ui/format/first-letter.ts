/** A word or sentence with a capital letter first; the rest stays as it is. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The same with a small one: “Partita IVA” in the middle of a sentence. */
export const small = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
