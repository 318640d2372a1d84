/** The kinds of stored files. A feature declares what it stores in its manifest (`files` in server/feature.ts). */
export const fileKindNames = {
  document: 'Documento',
  mandate_scan: 'Scansione di un mandato',
  flow_in: 'File della banca',
  flow_out: 'File per banca o contabilità',
  import: 'Foglio importato',
  handover_out: 'ZIP di consegna',
  handover_in: 'ZIP ricevuto',
  logo: 'Logo delle e-mail',
} as const
export type FileKind = keyof typeof fileKindNames
export const fileKinds = Object.keys(fileKindNames) as [FileKind, ...FileKind[]]

/** Whether a virus scanner has seen the file. `made_here`: Saldo wrote it, so there is nothing to scan. */
export const scanNames = {
  made_here: 'Creato da Saldo',
  clean: 'Nessun virus',
  waiting: 'In attesa di controllo',
  not_scanned: 'Non controllato',
  infected: 'Contiene un virus',
  failed: 'Controllo non riuscito',
} as const
export type FileScan = keyof typeof scanNames
export const fileScans = Object.keys(scanNames) as [FileScan, ...FileScan[]]

/**
 * Why the content may neither be shown nor be downloaded without a written reason, as an Italian sentence; null: it may.
 * `has_scanner`: whether this installation has a virus scanner; without one nothing is ever scanned.
 */
export function whyNotSafe(scan: FileScan, has_scanner: boolean): string | null {
  if (scan === 'infected') return 'Nel file c’è un virus.'
  if (scan === 'waiting') return 'Il controllo antivirus non è finito: riprova fra poco.'
  if (scan === 'failed') return 'Il controllo antivirus non è riuscito: ripetilo prima di aprire il file.'
  return scan === 'not_scanned' && has_scanner
    ? 'L’antivirus non ha mai controllato questo file: controllalo prima di aprirlo.'
    : null
}

/** Why a file was removed. `record`: its record was deleted, or names another file now. */
export const removalNames = {
  person: 'Eliminato dal backoffice',
  retention: 'Eliminato per scadenza',
  record: 'Eliminato con il suo record',
  infected: 'Eliminato: conteneva un virus',
} as const
export type FileRemoval = keyof typeof removalNames
export const fileRemovals = Object.keys(removalNames) as [FileRemoval, ...FileRemoval[]]
