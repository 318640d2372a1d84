import type { EmailDetail } from '@saldo/contract/emails'
import { readsMailInProduct } from '../../env.ts'
import { withImagesInside } from '../../mail/inline-images.ts'
import type { Services } from '../../services.ts'
import { cutLinks } from './cut-links.ts'

/**
 * Whether a mail's body may be read by others than its reader. `personal`: it signs somebody in or proves something, so only
 * where no mail is really sent (`whole`: for whoever tries Saldo).
 */
export const bodyKind = (
  { env, personal_mails }: Services,
  { template, has_body }: { template: string; has_body: boolean },
  { whole }: { whole: boolean },
): EmailDetail['body'] => {
  if (template in personal_mails && !(whole && readsMailInProduct(env))) return 'personal'
  return has_body ? 'readable' : 'gone'
}

/**
 * The body of a mail that is readable, read as the system: no actor may read bodies. Call it after the caller's own
 * transaction has found the mail. Its links are cut, but for whoever tries Saldo (`whole`); its pictures are inside it.
 */
export async function readBody(
  services: Services,
  email_id: number,
  { whole }: { whole: boolean },
): Promise<{ html: string; text: string; kind: EmailDetail['body'] }> {
  const [mail] = await services.asSystem(
    (tx) => tx<{ template: string; html: string; text: string }[]>`
      select template, html, text from emails where email_id = ${email_id}`,
  )
  const { template = '', html = '', text = '' } = mail ?? {}
  const kind = bodyKind(services, { template, has_body: text !== '' }, { whole })
  if (kind !== 'readable') return { html: '', text: '', kind }
  const { PUBLIC_URL } = services.env
  const cut = (part: string) =>
    whole && readsMailInProduct(services.env) ? part : cutLinks(PUBLIC_URL, part)
  return { html: await withImagesInside(services, cut(html)), text: cut(text), kind }
}
