/** The Italian words of versions and runs, on screens and in exported files. */
export const versionStateLabels = {
  draft: 'Bozza',
  submitted: 'Da approvare',
  approved: 'Approvata',
  rejected: 'Respinta',
} as const

export const runStateLabels = {
  running: 'In corso',
  done: 'Eseguita',
  failed: 'Non riuscita',
  timed_out: 'Tempo scaduto',
  cancelled: 'Annullata',
  too_large: 'Troppo grande',
} as const

export const runKindLabels = { run: 'Risultato', plan: 'Piano', export: 'File' } as const
