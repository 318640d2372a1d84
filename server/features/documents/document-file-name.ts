import { documentFormats } from '@saldo/domain/document'

/**
 * The name under which a document is given back: what its sender called it, without paths and invisible characters (some
 * turn the reading direction round), and with an ending that says what it really is.
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
