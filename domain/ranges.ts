/** What is said of a range of days whose last one comes before its first. */
export const daysBackwards = 'L’ultimo giorno è prima del primo.'
/** What is said of a range of amounts whose most is under its least. */
export const centsBackwards = 'L’importo massimo è minore del minimo.'
