/** The settings of a wizard while they are edited, saved together; conflicts with other people's changes are told. */
import { wizardSettings } from '@muster/contract/wizards/definition'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../../lib/errors.ts'
import { confirm } from '../../../../ui/confirm.ts'
import type { SaveStateName } from '../../../../ui/SaveState.tsx'
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts'
import { isNameTaken } from '../list/NewWizard.tsx'
import { useWizardsAdmin } from '../use-wizards-admin.ts'

export type WizardDraft = Pick<DataWizard, keyof typeof wizardSettings>

const keys = Object.keys(wizardSettings) as (keyof WizardDraft)[]

export const settingsOfWizard = (wizard: DataWizard): WizardDraft =>
  Object.fromEntries(keys.map((key) => [key, wizard[key]])) as WizardDraft

/** The settings that differ from the saved ones. */
export const changesOf = (draft: WizardDraft, saved: WizardDraft): Partial<WizardDraft> =>
  Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(saved[key]))
      .map((key) => [key, draft[key]]),
  )

export function useWizardDraft(teamId: number, wizard: DataWizard) {
  const { t } = useTranslation(['wizards', 'errors'])
  const admin = useWizardsAdmin(teamId)
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [changed, setChanged] = useState<Partial<WizardDraft>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  /** The version that the first change was made to. */
  const version = useRef(wizard.version)
  const saved = settingsOfWizard(wizard)
  const draft = { ...saved, ...changed }
  const changes = changesOf(draft, saved)
  const isDirty = Object.keys(changes).length > 0
  if (!isDirty) version.current = wizard.version
  useLeaveGuard(() => isDirty)

  const send = async (expected: number | undefined): Promise<void> => {
    setState('saving')
    try {
      const body = { ...changes, ...(expected === undefined ? {} : { version: expected }) }
      const params = { teamId, dataWizardId: wizard.id }
      await admin.performOnWizard(
        api.wizards.update,
        { params, body },
        'saveWizard',
        (error) =>
          !isConflict(error) &&
          !isNameTaken(error) &&
          !(error instanceof ApiError && error.errors.length > 0),
      )
      setChanged({})
      setState('saved')
    } catch (error) {
      setState('failed')
      if (isConflict(error)) {
        const overwrites = await confirm({
          title: t('wizards:conflict.title'),
          text: t('wizards:conflict.text'),
          confirmLabel: t('wizards:conflict.overwrite'),
          cancelLabel: t('wizards:conflict.keepEditing'),
        })
        if (overwrites) return send(undefined)
      }
      setErrors(isNameTaken(error) ? { name: errorText(error) } : fieldErrors(error))
    }
  }

  return {
    draft,
    errors,
    isDirty,
    state,
    set(change: Partial<WizardDraft>) {
      setChanged((now) => ({ ...now, ...change }))
      setErrors({})
      setState('idle')
    },
    discard() {
      setChanged({})
      setErrors({})
      setState('idle')
    },
    async save() {
      const wrong: Record<string, string> = {}
      if (draft.name.trim() === '') wrong.name = t('wizards:details.nameRequired')
      if (draft.opensAt !== null && draft.closesAt !== null && draft.closesAt <= draft.opensAt)
        wrong.closesAt = t('wizards:details.closesBeforeItOpens')
      setErrors(wrong)
      if (Object.keys(wrong).length === 0) await send(version.current)
      else setState('failed')
    },
  }
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'version_conflict'
