import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { meQuery, shownCustomer } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Imports.module.css'
import { ImportUpload } from './ImportUpload.tsx'
import { type ImportKind, importKinds } from './import-kinds.ts'
import { importsQuery } from './import-query.ts'
import { LatestImports } from './LatestImports.tsx'

/** Starts an import of bills, and lists unfinished ones. */
function ImportsPage({ kind }: { kind: ImportKind }) {
  const importKind = importKinds[kind]
  const { data: user } = useSuspenseQuery(meQuery)
  useChosenCustomer()
  const { permissions, sees_some } = user
  // A registry import may contain any condominium of the office.
  const mayImport =
    (kind === 'bills' || !sees_some) &&
    (permissions === null || importKind.needs.every((need) => permissions.includes(need)))
  const { data: imports, ...query } = useQuery(importsQuery(kind))
  return (
    <RecordPage
      list={
        <Link {...importKind.list()} className={links.link}>
          {importKind.of}
        </Link>
      }
      name="Importa"
      tabTitle={importKind.title}
      titled
    >
      <PageTitle title={importKind.title} summary={importKind.introduction} />
      <div className={styles.page}>
        {shownCustomer(user) === null ? (
          <EmptyState title="Scegli prima per quale cliente lavori">{importKind.of_a_customer}</EmptyState>
        ) : mayImport ? (
          <ImportUpload kind={kind} />
        ) : (
          <EmptyState title={importKind.not_permitted}>
            Chi gestisce i collaboratori dello studio può dartene il permesso.
          </EmptyState>
        )}
        {kind === 'registry' && (
          <IfPermitted permission="accounts:write">
            <p className={styles.other}>
              Ricevi un condominio da un altro amministratore?{' '}
              <Link {...paths.takeOver()} className={links.link}>
                Carica lo ZIP del passaggio di consegne
              </Link>
            </p>
          </IfPermitted>
        )}
        <Section title="Ultime importazioni">
          {query.isPending && (
            <Loading what="le importazioni">
              <TextSkeleton lines={3} />
            </Loading>
          )}
          {query.isError && (
            <QueryError
              error={query.error}
              what="Non riesco a mostrare le importazioni"
              onRetry={() => void query.refetch()}
            />
          )}
          {imports && !query.isError && <LatestImports imports={imports} />}
        </Section>
      </div>
    </RecordPage>
  )
}

export const BillsImportsPage = () => <ImportsPage kind="bills" />
export const RegistryImportsPage = () => <ImportsPage kind="registry" />
