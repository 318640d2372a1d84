import { formatLongDate } from '@saldo/domain/dates'
import { type ActivationCheckKind, activationCheckNames } from '@saldo/domain/registry/activation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type Reply } from '../../api.ts'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { small } from '../../ui/format/first-letter.ts'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'

type Activation = NonNullable<Reply<'GET /v1/activations/own'>['activation']>
type Check = Activation['checks'][number]

/** What an office’s activation still lacks, who looks at it, and by when. It follows live: its key is of the dashboard’s. */
export function OwnActivation() {
  const query = useQuery({
    queryKey: ['dashboard', 'activation'],
    queryFn: async ({ signal }) => (await api('GET /v1/activations/own', { signal })).activation,
  })
  if (query.isPending)
    return (
      <Loading what="l’attivazione">
        <TextSkeleton lines={4} />
      </Loading>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare che cosa manca"
        onRetry={() => void query.refetch()}
      />
    )
  return query.data && <Shown activation={query.data} />
}

function Shown({ activation }: { activation: Activation }) {
  const { checks, asked_text } = activation
  const wanting = checks.filter(({ state }) => state === 'missing' || state === 'invalid')
  const looking = checks.filter(({ state }) => state === 'to_check')
  return (
    <Section title="Che cosa manca all’attivazione">
      <p>{turnOf(activation)}</p>
      {asked_text !== null && <p style={{ whiteSpace: 'pre-line' }}>Saldo ti ha chiesto: {asked_text}</p>}
      {wanting.length > 0 && (
        <ul className={rows.list} aria-label="Manca">
          {wanting.map((check) => (
            <li key={check.kind}>
              <span>
                {nameOf(check)}
                {check.state === 'invalid' && ': quello che hai caricato non è valido'}
              </span>
              {linkOf(check)}
            </li>
          ))}
        </ul>
      )}
      {looking.length > 0 && (
        <p className={rows.dim}>In verifica: {looking.map((check) => small(nameOf(check))).join(', ')}.</p>
      )}
    </Section>
  )
}

const nameOf = ({ kind }: Check) => activationCheckNames[kind as ActivationCheckKind]

function turnOf({ waits_for, due_on, taken_by_name }: Activation): string {
  const who = taken_by_name
    ? `Se ne occupa ${taken_by_name} di Saldo`
    : 'La prende in carico il primo operatore libero'
  return waits_for === 'office' || due_on === null
    ? `${who}. Quando ci sarà tutto, ti rispondiamo entro due giorni lavorativi.`
    : `${who}. Hai dato tutto: ti rispondiamo entro ${formatLongDate(due_on)}.`
}

/** Where the office gives it; nobody else has to sign in for it: whoever reads this has. */
function linkOf({ kind }: Check) {
  if (kind === 'user') return null
  const office = kind === 'company' || kind === 'tax_number' || kind === 'contact'
  return (
    <Link {...(office ? paths.settings() : paths.documents())} className={links.link}>
      {office ? 'Completa' : 'Carica'}
    </Link>
  )
}
