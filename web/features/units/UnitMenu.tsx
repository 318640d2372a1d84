import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Bin, Calculator, Cash, EditPencil, MoreVert, Page, Plus, UserPlus, UserXmark } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { ReasonedMenuItem } from '../../ui/buttons/ReasonedMenuItem.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { UnitRow } from './register-query.ts'
import type { UnitAct } from './UnitDialogs.tsx'

/** What can be done with a unit; what is not permitted says why. */
export function UnitMenu({
  unit: { unit_id, account_id, name, people },
  onOpen,
  onAct,
}: {
  unit: UnitRow
  onOpen: () => void
  onAct: (act: UnitAct) => void
}) {
  const navigate = useNavigate()
  const mayNotWrite = useRefusalReason('accounts:write')
  const mayNotBill = useRefusalReason('bills:write')
  const mayNotCollect = useRefusalReason('payments:write')
  const nobody = people.length === 0 ? 'Prima aggiungi una persona.' : null
  const payer = people.find(({ pays }) => pays) ?? people[0]
  return (
    <Menu position="bottom-end" width={270} withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" px={9} aria-label={`Azioni per ${name}`}>
          <Icon of={MoreVert} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReasonedMenuItem icon={Page} label="Apri" why={null} onClick={onOpen} />
        <ReasonedMenuItem
          icon={Plus}
          label="Nuova bolletta"
          why={mayNotBill}
          onClick={() =>
            void navigate(
              paths.newBill({
                account_id: String(account_id),
                unit: name,
                ...(payer ? { subject_id: String(payer.subject_id) } : {}),
              }),
            )
          }
        />
        <ReasonedMenuItem
          icon={Cash}
          label="Registra incasso"
          why={mayNotCollect ?? nobody}
          onClick={() => onAct('collect')}
        />
        <Menu.Divider />
        <ReasonedMenuItem
          icon={EditPencil}
          label="Modifica l’unità"
          why={mayNotWrite}
          onClick={() => onAct('edit')}
        />
        <ReasonedMenuItem
          icon={Calculator}
          label="Millesimi"
          why={null}
          onClick={() => void navigate(paths.weightsOfUnit(account_id, unit_id))}
        />
        <ReasonedMenuItem
          icon={UserPlus}
          label="Aggiungi una persona"
          why={mayNotWrite}
          onClick={() => onAct('add')}
        />
        <ReasonedMenuItem
          icon={UserXmark}
          label="Subentro di un’altra persona"
          why={mayNotWrite ?? nobody}
          onClick={() => onAct('replace')}
        />
        <Menu.Divider />
        <ReasonedMenuItem
          icon={Bin}
          label="Elimina l’unità"
          why={mayNotWrite}
          onClick={() => onAct('remove')}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
