import { strToU8, zipSync } from 'fflate'

const zipped = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
const signedData = Buffer.from('3082010006092a864886f70d010702a082', 'hex')

/** A minimal file of each type, for tests: [content, type], or only the content of refused ones. */
export const taken: Record<string, [Buffer, string]> = {
  'piano.pdf': [Buffer.from('%PDF-1.7\n1 0 obj'), 'application/pdf'],
  'preceduto.pdf': [Buffer.from('\n\n%PDF-1.4'), 'application/pdf'],
  'foto.jpg': [Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  'foto.png': [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  'fax.tif': [Buffer.from('49492a0008000000', 'hex'), 'image/tiff'],
  'scansione.tiff': [Buffer.from('4d4d002a00000008', 'hex'), 'image/tiff'],
  'firmato.pdf.p7m': [Buffer.concat([signedData, Buffer.alloc(60)]), 'application/pkcs7-mime'],
  'base64.p7m': [
    Buffer.from(Buffer.concat([signedData, Buffer.alloc(60)]).toString('base64')),
    'application/pkcs7-mime',
  ],
  'pem.p7m': [
    Buffer.from(
      `-----BEGIN PKCS7-----\n${Buffer.concat([signedData, Buffer.alloc(60)]).toString('base64')}\n-----END PKCS7-----\n`,
    ),
    'application/pkcs7-mime',
  ],
  'lettera.docx': [
    zipped({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  'registro.xlsx': [
    zipped({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<w/>' }),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
}

export const refused: Record<string, Buffer> = {
  'pagina.pdf': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'disegno.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  'programma.pdf': Buffer.from('4d5a90000300000004000000', 'hex'),
  'archivio.docx': zipped({ 'leggimi.txt': 'ciao' }),
  'macro.docx': zipped({ 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
  'rotto.docx': Buffer.from('504b0304140000', 'hex'),
  'vecchio.doc': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  'telefono.heic': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic')]),
  'certificato.p7m': Buffer.from('3082010006092a864886f70d010701', 'hex'),
  'testo.p7m': Buffer.from('Questo è un testo che non è affatto una firma e non lo diventerà.'),
}
