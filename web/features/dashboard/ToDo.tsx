import { Button } from '@mantine/core'
import { dueSoonDays } from '@saldo/domain/bills/bill'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { Bank, LinkSlash } from 'iconoir-react'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced, billStates, paymentStates, type Tone } from '../../ui/data/states.ts'
import { formatCount } from '../../ui/grid/list.ts'
import { Icon, type IconShape } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { Dashboard } from './dashboard-query.ts'
import type { FigureLinks } from './figure-links.ts'
import styles from './ToDo.module.css'

type Item = Dashboard['attention'][number]
type Words = { icon: IconShape; tone: Tone; one: string; many: string; why: string; act: string }

const words: Record<Item['kind'], Words> = {
  returned: {
    ...billStates.returned,
    one: 'bolletta insoluta',
    many: 'bollette insolute',
    why: 'la banca ha respinto l’addebito',
    act: 'Vedi',
  },
  disputed: {
    ...billStates.disputed,
    one: 'bolletta contestata',
    many: 'bollette contestate',
    why: 'incassi trattenuti finché decide la banca di chi ha pagato',
    act: 'Vedi',
  },
  failed: {
    ...paymentStates.failed,
    one: 'pagamento non riuscito',
    many: 'pagamenti non riusciti',
    why: 'negli ultimi 30 giorni',
    act: 'Vedi',
  },
  unmatched: {
    icon: LinkSlash,
    tone: 'warning',
    one: 'bonifico da abbinare',
    many: 'bonifici da abbinare',
    why: 'denaro arrivato, ancora senza bolletta',
    act: 'Abbina',
  },
  overdue: {
    ...billStates.overdue,
    one: 'bolletta con importi scaduti',
    many: 'bollette con importi scaduti',
    why: 'quota già scaduta, insoluti compresi',
    act: 'Vedi',
  },
  due_soon: {
    ...billStates.due_soon,
    one: `bolletta scade entro ${dueSoonDays} giorni`,
    many: `bollette scadono entro ${dueSoonDays} giorni`,
    why: 'ancora da pagare',
    act: 'Vedi',
  },
  unknown: {
    ...paymentStates.unknown,
    one: 'pagamento in verifica',
    many: 'pagamenti in verifica',
    why: 'il provider non ha ancora risposto',
    act: 'Vedi',
  },
  without_iban: {
    icon: Bank,
    tone: 'neutral',
    one: 'condominio senza IBAN',
    many: 'condomìni senza IBAN',
    why: 'non si possono ricevere bonifici',
    act: 'Completa',
  },
}

/** Tasks that need attention, each a link to its list. */
export function ToDo({ attention, links }: { attention: Dashboard['attention']; links: FigureLinks }) {
  return (
    <Section title="Da fare">
      {attention.length === 0 ? (
        <p className={styles.nothing}>
          <StateLabel state={{ ...balanced, word: 'Tutto a posto' }} /> Niente di scaduto o respinto.
        </p>
      ) : (
        <ul className={styles.list}>
          {attention.map((item) => (
            <ToDoRow key={item.kind} item={item} links={links} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ToDoRow({ item: { kind, count, amount }, links }: { item: Item; links: FigureLinks }) {
  const { icon, tone, one, many, why, act } = words[kind]
  const what = `${formatCount(count)} ${count === 1 ? one : many}`
  return (
    <li className={styles.row}>
      <Icon of={icon} size={20} style={{ color: `var(--saldo-${tone})` }} />
      <span className={styles.what}>
        <strong>{what}</strong>
        <span>{why}</span>
      </span>
      <span className={styles.amount}>{amount !== null && amount > 0 && formatEuro(amount)}</span>
      <Button
        variant="default"
        className={styles.act}
        aria-label={`${act}: ${what}`}
        renderRoot={(props) => <Link {...links.attentionList(kind)} {...props} />}
      >
        {act}
      </Button>
    </li>
  )
}
