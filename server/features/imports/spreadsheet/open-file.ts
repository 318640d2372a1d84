import { openCsv } from './csv.ts'
import { ImportRefused } from './import-refused.ts'
import { openOds } from './ods.ts'
import type { OpenedFile } from './opened-file.ts'
import { openXlsx } from './xlsx.ts'
import { openZip } from './zip.ts'

/** Detects a file's format by its content: names and declared types are unreliable. */
export async function openFile(file: Buffer, filename: string): Promise<OpenedFile> {
  if (file.length === 0) throw new ImportRefused('empty')
  if (file.subarray(0, 8).equals(COMPOUND_FILE)) {
    throw new ImportRefused(file.includes(ENCRYPTED_PACKAGE) ? 'password' : 'old_excel')
  }
  if (file.subarray(0, 2).toString('latin1') === 'PK') return openZipped(file)
  refuseOtherText(file)
  return openCsv(file, filename)
}

/** The container of .xls files, and of Office files with a password, which then has a stream of this name. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

function openZipped(file: Buffer): Promise<OpenedFile> {
  const zip = openZip(file)
  if (zip.has('content.xml') && !zip.has('[Content_Types].xml')) return openOds(zip)
  if (zip.has('xl/workbook.bin')) throw new ImportRefused('binary_excel')
  return openXlsx(zip)
}

function refuseOtherText(file: Buffer): void {
  const beginning = file.subarray(0, 64 * 1024)
  const wide = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff)
  if (wide) return
  const text = beginning.toString('latin1').replace(/^ï»¿/, '').trimStart().toLowerCase()
  if (/^(<\?xml|<!doctype|<html|<table|<head|<workbook)/.test(text)) throw new ImportRefused('web_page')
  if (/^(%pdf|\{\\rtf)/.test(text)) throw new ImportRefused('wrong_type')
  let controls = 0
  for (const byte of beginning) {
    if (byte === 0) throw new ImportRefused('wrong_type')
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 26)) controls++
  }
  if (controls > beginning.length / 100) throw new ImportRefused('wrong_type')
}
