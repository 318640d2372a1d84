import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InfoCircle } from 'iconoir-react'
import { useState } from 'react'
import { accountQuery } from '../../records/account-query.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ImportFigures } from './ImportFigures.tsx'
import styles from './ImportPreview.module.css'
import { ImportRows } from './ImportRows.tsx'
import { amendImport, confirmImport, discardImport, downloadWrongRows } from './import-acts.ts'
import { type Import, importKinds, type Sheet } from './import-kinds.ts'
import { confirmWords, whyNotConfirm, whyNotOpeningDay, writesSomething } from './import-words.ts'
import { OpeningDay } from './OpeningDay.tsx'
import { SheetColumns } from './SheetColumns.tsx'

const rowWords = { one: 'riga', many: 'righe' }

/** Preview of an import: check, change how it is read, leave out wrong rows, confirm. Nothing is written yet. */
export function ImportPreview({ found }: { found: Import }) {
  const navigate = useNavigate()
  const { kind, counts } = found
  const [sheets, setSheets] = useState<Sheet[] | null>(null)
  const [openingDay, setOpeningDay] = useState<string | null>(null)
  const [acting, setActing] = useState<string | null>(null)
  const act = async (name: string, work: () => Promise<boolean>) => {
    setActing(name)
    const done = await work()
    setActing(null)
    return done
  }
  const why = whyNotConfirm(found)
  const shown = sheets ?? found.sheets
  const change = (sheet: Sheet) => setSheets(shown.map((each) => (each.sheet === sheet.sheet ? sheet : each)))

  return (
    <div className={styles.preview}>
      <ImportFigures kind={kind} counts={counts} />
      {found.notes.length > 0 && (
        <Section title="Da sapere">
          <ul className={styles.notes}>
            {found.notes.map((note) => (
              <li key={note}>
                <Icon of={InfoCircle} />
                {note}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {counts.opening_undated > 0 && <OpeningDay found={found} typed={openingDay} onChange={setOpeningDay} />}
      <Section
        title={found.sheets.length > 1 ? `Come leggo i ${found.sheets.length} fogli` : 'Come leggo il foglio'}
      >
        <Condominium
          account_id={found.account_id}
          onChange={(account_id) => void act('account', () => amendImport(found, { account_id }))}
        />
        {shown.map((sheet) => (
          <SheetColumns
            key={sheet.sheet}
            kind={kind}
            sheet={sheet}
            several={found.sheets.length > 1}
            onChange={change}
          />
        ))}
      </Section>
      {sheets ? null : (
        <Section
          title="Righe"
          action={
            counts.errors > 0 && (
              <Button variant="default" size="xs" onClick={() => void downloadWrongRows(found)}>
                Scarica le righe sbagliate
              </Button>
            )
          }
        >
          <ImportRows found={found} />
        </Section>
      )}
      <div className={styles.bar} data-foot-bar>
        {sheets || openingDay !== null ? (
          <>
            <p className={styles.why}>
              {sheets ? 'Hai cambiato come leggere il foglio.' : 'Hai cambiato la data dei saldi.'}
            </p>
            <div className={styles.actions}>
              <Button
                variant="default"
                onClick={() => {
                  setSheets(null)
                  setOpeningDay(null)
                }}
              >
                Lascia com’era
              </Button>
              <Button
                loading={acting === 'sheets'}
                disabled={openingDay !== null && whyNotOpeningDay(openingDay) !== null}
                onClick={() =>
                  void act('sheets', () =>
                    amendImport(found, {
                      ...(sheets ? { sheets } : {}),
                      ...(openingDay === null ? {} : { opening_date: openingDay }),
                    }),
                  )
                }
              >
                {sheets ? 'Rileggi il foglio' : 'Usa questa data'}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className={styles.why}>{why ?? 'Niente è ancora scritto: controlla e conferma.'}</p>
            <div className={styles.actions}>
              <Button
                variant="default"
                loading={acting === 'discard'}
                onClick={() =>
                  void act('discard', async () => {
                    const gone = await discardImport(found)
                    if (gone) {
                      toast('Importazione scartata')
                      await navigate(importKinds[kind].start())
                    }
                    return gone
                  })
                }
              >
                Scarta
              </Button>
              {counts.errors > 0 ? (
                <Button
                  loading={acting === 'leave'}
                  onClick={() => void act('leave', () => amendImport(found, { leave_out_errors: true }))}
                >
                  {counts.errors === 1
                    ? 'Lascia fuori la riga sbagliata'
                    : `Lascia fuori ${formatCountOf(counts.errors, rowWords)} sbagliate`}
                </Button>
              ) : (
                <Button
                  disabled={why !== null}
                  loading={acting === 'confirm'}
                  onClick={() => void act('confirm', () => confirmImport(found))}
                >
                  {writesSomething(counts) ? confirmWords(kind, counts) : 'Importa'}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}

/** The condominium of the whole file, if its rows name none. */
function Condominium({
  account_id,
  onChange,
}: {
  account_id: number | null
  onChange: (account_id: number | null) => void
}) {
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  return (
    <div className={styles.account}>
      <ReferenceField
        kind="accounts"
        name="account_id"
        label="Condominio di tutte le righe"
        hint="Solo se il foglio non lo dice; vale al posto del titolo"
        required={false}
        search={searchAccounts}
        value={account_id === null ? null : { value: String(account_id), label: account.data?.name ?? '…' }}
        onChange={(chosen) => onChange(chosen ? Number(chosen.value) : null)}
        onBlur={() => undefined}
        error={null}
      />
    </div>
  )
}
