/** Sharing a form: a public wizard of one step asks the same, and is then edited as a wizard. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../../lib/api.ts'
import { useErrorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import styles from '../../../../ui/shared.module.css'
import { toast } from '../../../../ui/toasts.ts'
import { useCan, useTeamId } from '../../../teams/public.ts'
import { useViewActions } from '../../switcher/use-views.ts'
import { useViewDraft } from '../draft-context.ts'
import { freeName } from '../free-name.ts'

export function FormSharing() {
  const { t } = useTranslation('viewsAdmin')
  const errorText = useErrorText()
  const can = useCan()
  const teamId = useTeamId()
  const navigate = useNavigate()
  const { view, draft, isDirty } = useViewDraft()
  const actions = useViewActions(teamId, view.dataCollectionId)
  const [isBusy, setBusy] = useState(false)
  const known = view.form.dataWizardId
  const mayMake = can('team_admin_data_wizards')
  const shared = useApi(
    api.wizards.get,
    { params: { teamId, dataWizardId: known ?? 0 } },
    { enabled: mayMake && known !== null, retry: false },
  )
  if (!mayMake) return <p className={styles.note}>{t('form.mayNotShare')}</p>
  const pageOf = (dataWizardId: number) =>
    `/team-${teamId}/admin/data-wizards/${dataWizardId}/external-access`
  const share = async () => {
    setBusy(true)
    try {
      const wizard = await makeWizard(teamId, view.id, view.form.title || view.internalName)
      await actions.update(view.id, { form: { ...view.form, dataWizardId: wizard.id } })
      toast.success(t('form.shared', { name: wizard.name }))
      void navigate({ to: pageOf(wizard.id) as '/' })
    } catch (error) {
      toast.error(`${t('form.shareFailed')} ${errorText(error)}`)
      setBusy(false)
    }
  }
  if (known !== null && shared.isPending) return null
  return (
    <div className={styles.stack8}>
      <p className={styles.note}>{t(shared.data ? 'form.isShared' : 'form.shareHelp')}</p>
      {shared.data ? (
        <AppLink className={styles.link} href={pageOf(shared.data.id)}>
          {t('form.openWizard', { name: shared.data.name })}
        </AppLink>
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<Glyph name="link" />}
            loading={isBusy}
            disabled={isDirty || draft.type !== view.type}
            onClick={() => void share()}
          >
            {t('form.share')}
          </Button>
        </div>
      )}
      {!shared.data && isDirty && <p className={styles.note}>{t('form.saveFirst')}</p>}
    </div>
  )
}

/** The name of a wizard is unique. */
async function makeWizard(teamId: number, formOfDataViewId: number, title: string) {
  const { items } = await call(api.wizards.list, { params: { teamId } })
  const others = items.map(({ name }) => name)
  const body = { name: freeName(title, others), isPublic: true, formOfDataViewId }
  return call(api.wizards.create, { params: { teamId }, body })
}
