/** /new-data-collection, from a blueprint: which one, what of it, and the names of the new collection. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useSave } from '../../../lib/use-save.ts'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type BlueprintDraft, bodyOf, draftOf } from '../blueprint-draft.ts'
import { checkCollectionDraft, nameTaken, newCollectionDraft } from '../collection-draft.ts'
import { BlueprintChoices, BlueprintLoading, BlueprintSelect } from './BlueprintChoices.tsx'
import { CollectionNames } from './CollectionForm.tsx'

interface Source {
  idTeam: number
  dataCollectionId: number
}

export function FromBlueprint({
  teamId,
  cancel,
  onMade,
}: {
  teamId: number
  /** The button beside Create. */
  cancel: React.ReactNode
  onMade(collection: DataCollection): unknown
}) {
  const { t } = useTranslation(['collections', 'errors'])
  const errorText = useErrorText()
  const [names, setNames] = useState(newCollectionDraft)
  const [source, setSource] = useState<Source | null>(null)
  const [draft, setDraft] = useState<BlueprintDraft | null>(null)
  const params = {
    teamId,
    sourceTeamId: source?.idTeam ?? 0,
    dataCollectionId: source?.dataCollectionId ?? 0,
  }
  const query = useApi(api.blueprints.get, { params }, { enabled: source !== null })
  const detail = source ? query.data : undefined
  useEffect(() => setDraft(detail ? draftOf(detail) : null), [detail])
  const { errors, setErrors, isBusy, save } = useSave(
    async () => {
      if (!draft) return
      const { name, pluralName } = names
      const body = { ...bodyOf(draft), name: name.trim(), pluralName: pluralName.trim() }
      await onMade(await call(api.blueprints.create, { params, body }))
    },
    (error) => {
      if (nameTaken(error)) setErrors({ name: errorText(error) })
      else if (!(error instanceof ApiError) || error.errors.length === 0) toast.error(errorText(error))
    },
  )
  const submit = () => {
    const wrong = Object.keys(checkCollectionDraft(names, false))
    const missing = [...wrong, ...(source ? [] : ['source'])]
    if (missing.length === 0) return void save()
    setErrors(Object.fromEntries(missing.map((path) => [path, t('errors:field.required')])))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormStack>
        <BlueprintSelect teamId={teamId} value={source} error={errors.source} onChange={setSource} />
        <CollectionNames
          draft={names}
          onChange={(next) => setNames(next)}
          errors={errors as Record<string, string>}
          isNew
          hasIcon={false}
        />
        {source &&
          (detail && draft ? (
            <BlueprintChoices
              teamId={teamId}
              detail={detail}
              draft={draft}
              errors={errors}
              onChange={setDraft}
            />
          ) : (
            <BlueprintLoading error={query.error} onRetry={query.refetch} />
          ))}
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('collections:form.create')}
          </Button>
          {cancel}
        </FormActions>
      </FormStack>
    </form>
  )
}
