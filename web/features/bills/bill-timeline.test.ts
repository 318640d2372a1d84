import { describe, expect, it } from 'vitest'
import { billStates } from '../../ui/data/states.ts'
import { timelineOf } from './bill-timeline.ts'

const at = '2026-09-17T06:14:00.000Z'

describe('timelineOf', () => {
  it('puts the newest first and the reason after what happened', () => {
    const [newest, oldest] = timelineOf({
      timeline: [
        { at, kind: 'issued', text: 'Bolletta emessa', actor: 'Marta Bianchi' },
        { at, kind: 'returned', text: 'Addebito insoluto. Fondi insufficienti.', actor: 'banca' },
      ],
    })
    expect(newest).toMatchObject({
      what: 'Addebito insoluto',
      detail: 'Fondi insufficienti.',
      icon: billStates.returned.icon,
      tone: 'late',
    })
    expect(oldest).toMatchObject({ what: 'Bolletta emessa', detail: undefined })
  })
  it('sets the address apart from the sending', () =>
    expect(
      timelineOf({
        timeline: [
          { at, kind: 'sent', text: 'Collegamento inviato a lucia@example.it', actor: 'Marta Bianchi' },
        ],
      }),
    ).toMatchObject([{ what: 'Collegamento inviato', detail: 'a lucia@example.it' }]))
  it('shows a kind it does not know', () =>
    expect(
      timelineOf({ timeline: [{ at, kind: 'new-kind', text: 'Altro', actor: 'sistema' }] }),
    ).toMatchObject([{ what: 'Altro', tone: 'still' }]))
})
