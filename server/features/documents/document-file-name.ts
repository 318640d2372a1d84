import { documentFormats } from '@saldo/domain/registry/document'

/**
 * The name of a downloaded document: as uploaded, without paths and invisible characters (some reverse the reading
 * direction), and with the extension of its real type.
 */
export function documentFileName(claimed: string, mime: string): string {
  const base = claimed
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  const name = ([...base].slice(-150).join('') || 'documento').toWellFormed()
  const endings = documentFormats[mime] ?? []
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return endings.includes(ending) ? name : `${name}.${endings[0] ?? 'bin'}`
}
