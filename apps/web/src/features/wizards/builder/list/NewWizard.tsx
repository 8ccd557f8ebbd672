/** Asks for the name of a new wizard. */
import { Button, TextInput } from '@mantine/core'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../../../lib/api.ts'
import { useErrorText } from '../../../../lib/errors.ts'
import { useDraft } from '../../../../lib/use-draft.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FormStack } from '../../../../ui/FormField.tsx'
import shared from '../../../../ui/shared.module.css'
import { useTeamId } from '../../../teams/public.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'

export const isNameTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'name_taken'

export function NewWizard({ onClose, onCreated }: { onClose(): void; onCreated(wizard: DataWizard): void }) {
  const { t } = useTranslation(['wizards', 'common'])
  const teamId = useTeamId()
  const errorText = useErrorText()
  const admin = useWizardsAdmin(teamId)
  const { draft, set, errors, setErrors, isBusy, save } = useDraft(
    { name: '' },
    async (body) =>
      onCreated(
        await admin.performOnWizard(
          api.wizards.create,
          { params: { teamId }, body },
          'createWizard',
          (error) => !isNameTaken(error) && !(error instanceof ApiError && error.errors.length > 0),
        ),
      ),
    (error): void => {
      if (isNameTaken(error)) setErrors({ name: errorText(error) })
    },
  )
  return (
    <Dialog title={t('wizards:list.new')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.name.trim() === '') setErrors({ name: t('wizards:details.nameRequired') })
          else void save()
        }}
      >
        <FormStack>
          <TextInput
            label={t('common:name')}
            description={t('wizards:details.nameHelp')}
            value={draft.name}
            error={errors.name}
            required
            maxLength={200}
            data-autofocus
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <div className={shared.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('wizards:list.create')}
            </Button>
          </div>
        </FormStack>
      </form>
    </Dialog>
  )
}
