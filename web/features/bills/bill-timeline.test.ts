import { describe, expect, it } from 'vitest'
import { billStates } from '../../ui/data/states.ts'
import { timelineOf } from './bill-timeline.ts'

const at = '2026-09-17T06:14:00.000Z'

describe('timelineOf', () => {
  it('lists the newest first, with the reason after the event', () => {
    const [newest, oldest] = timelineOf({
      timeline: [
        { at, kind: 'issued', text: 'Bolletta emessa', actor: 'Marta Bianchi' },
        { at, kind: 'returned', text: 'Addebito insoluto. Fondi insufficienti.', actor: 'banca' },
      ],
    })
    expect(newest).toMatchObject({
      what: 'Addebito insoluto.',
      detail: 'Fondi insufficienti.',
      icon: billStates.returned.icon,
      tone: 'danger',
    })
    expect(oldest).toMatchObject({ what: 'Bolletta emessa', detail: undefined })
  })
  it('separates the address from the event', () =>
    expect(
      timelineOf({
        timeline: [{ at, kind: 'sent', text: 'Link inviato a lucia@example.it', actor: 'Marta Bianchi' }],
      }),
    ).toMatchObject([{ what: 'Link inviato', detail: 'a lucia@example.it' }]))
  it('separates the address that opened a mail, and that it was opened stays in one piece', () =>
    expect(
      timelineOf({
        timeline: [
          {
            ...{ at, kind: 'mail_opened', actor: 'sistema' },
            text: 'Bolletta da pagare aperta dal link da lucia@example.it',
          },
        ],
      }),
    ).toMatchObject([
      { what: 'Bolletta da pagare aperta dal link', detail: 'da lucia@example.it', tone: 'success' },
    ]))
  it('keeps the colon between an event and what follows from it', () =>
    expect(
      timelineOf({
        timeline: [
          { at, kind: 'refunded', text: 'Rimborso di 50,00 €: la bolletta torna da pagare', actor: 'Marta' },
        ],
      }),
    ).toMatchObject([{ what: 'Rimborso di 50,00 €:', detail: 'la bolletta torna da pagare' }]))
  it('shows an unknown kind', () =>
    expect(
      timelineOf({ timeline: [{ at, kind: 'new-kind', text: 'Altro', actor: 'sistema' }] }),
    ).toMatchObject([{ what: 'Altro', tone: 'neutral' }]))
})
