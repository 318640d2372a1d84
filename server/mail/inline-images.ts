import { UnreadableFile } from '../files/sealed-file.ts'
import type { Services } from '../services.ts'

export type InlineImage = { cid: string; content: Buffer; contentType: string; filename: string }

/**
 * The pictures that a mail's HTML refers to by Content-ID: offices' logos from the file store. One that cannot be read is left
 * out and logged: the mail matters more, and its `alt` is the office's name.
 */
export async function inlineImages(services: Services, html: string): Promise<InlineImage[]> {
  const ids = new Set([...html.matchAll(/ src="cid:logo-([0-9a-f-]{36})"/g)].map(([, id]) => id as string))
  const found: InlineImage[] = []
  for (const id of ids) {
    try {
      const { content } = await services.files.read(`logos/${id}`)
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk as Buffer)
      const bytes = Buffer.concat(chunks)
      const png = bytes[0] === 0x89
      found.push({
        ...{ cid: `logo-${id}`, content: bytes },
        ...{ contentType: png ? 'image/png' : 'image/jpeg', filename: png ? 'logo.png' : 'logo.jpg' },
      })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      services.log.error({ logo: id, why: error.code }, 'the logo of a mail cannot be read')
    }
  }
  return found
}

/** The HTML with those pictures inside it, for a frame that loads nothing. */
export async function withImagesInside(services: Services, html: string): Promise<string> {
  const images = await inlineImages(services, html)
  return images.reduce(
    (all, { cid, content, contentType }) =>
      all.replaceAll(`src="cid:${cid}"`, `src="data:${contentType};base64,${content.toString('base64')}"`),
    html,
  )
}
