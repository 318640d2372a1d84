/** Whether the connection is slow, or the reader asked for less data: then nothing is fetched before it is needed. */
export const savesData = (): boolean => document.documentElement.dataset.saving !== undefined
