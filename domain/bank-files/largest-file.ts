/** The most that is read of a file of a bank, and that may be loaded: it is read in memory as a whole. */
export const bankFileMegabytes = 20
export const bankFileBytes = bankFileMegabytes * 1024 * 1024
export const bankFileTooLarge = `Il file supera i ${bankFileMegabytes} MB: scarica dalla banca un periodo più breve, oppure un conto alla volta.`
