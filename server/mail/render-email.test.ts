import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { renderEmail } from './render-email.ts'

const own = { who_writes: 'Studio Bassi', about_saldo: 'Con Saldo' }

async function template(mjml: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-mail-'))
  await writeFile(join(folder, 'letter.email.mjml'), mjml)
  await writeFile(join(folder, 'letter.email.txt'), text)
  return pathToFileURL(join(folder, 'letter'))
}
const listing = () =>
  template(
    '<mj-table>{{#bills}}<tr><td>{{number}} {{note}}</td></tr>{{/bills}}</mj-table>',
    '{{title}}\n{{#bills}}{{number}} {{note}};{{/bills}} in tutto {{total}}',
  )

describe('renderEmail', () => {
  it('repeats a block for each record of a list, whose values take precedence', async () => {
    const mail = await renderEmail(await listing(), {
      ...own,
      title: 'Solleciti',
      total: '2',
      note: 'scaduta',
      bills: [{ number: 'A' }, { number: 'B', note: 'nuova' }],
    })
    expect(mail.subject).toBe('Solleciti')
    expect(mail.text).toBe('A scaduta;B nuova; in tutto 2')
    expect(mail.html.match(/<td>[^<]*<\/td>/g)).toEqual(['<td>A scaduta</td>', '<td>B nuova</td>'])
  })

  it('takes nothing in a value for a placeholder, a block or markup', async () => {
    const number = '{{total}} {{#bills}} <b>'
    const mail = await renderEmail(await listing(), {
      ...{ ...own, title: '{{total}}', total: '2', note: '' },
      bills: [{ number }],
    })
    expect(mail.subject).toBe('{{total}}')
    expect(mail.text).toContain(number)
    expect(mail.html).toContain('{{total}} {{#bills}} &#60;b&#62;')
  })

  it('fails when a list or a value is missing', async () => {
    const place = await listing()
    const values = { ...own, title: '', total: '', note: '' }
    await expect(renderEmail(place, { ...values, bills: 'A' })).rejects.toThrow('the mail has no list bills')
    await expect(renderEmail(place, { ...values, bills: [{}] })).rejects.toThrow('the mail has no number')
  })
})
