import { expect, it } from 'vitest'
import { shownOf } from './push-notification.ts'

const app = 'https://saldo.it/'

it('shows title and text, and a click opens the page that the message is about', () => {
  const notification = { title: 'Importazione finita', body: '48 persone nuove', tag: 'saldo-7' }
  expect(shownOf({ notification, data: { link: '/condomini?open=3' } }, app)).toEqual({
    ...notification,
    url: 'https://saldo.it/#/condomini?open=3',
  })
})
it.each([undefined, '', '//altro.it', 'javascript:alert(1)', 'http://altro.it'])(
  'opens the messages for the link %s',
  (link) => expect(shownOf({ data: { link } }, app).url).toBe('https://saldo.it/#/messaggi'),
)
it('shows something for a message that it cannot read', () => {
  expect(shownOf(null, app)).toMatchObject({ title: 'Saldo', url: 'https://saldo.it/#/messaggi' })
})
