/** Mappings saved for files of this collection: apply, update, delete. */
import { Button, NativeSelect } from '@mantine/core'
import type { ImportMapping } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { api, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import classes from './Import.module.css'

interface Props {
  teamId: number
  dataCollectionId: number
  mappings: readonly ImportMapping[]
  applied: ImportMapping | undefined
  /** Applied automatically, because the file has the same titles. */
  isAutomatic: boolean
  onApply: (mapping: ImportMapping | undefined) => void
}

export function SavedMappings(props: Props) {
  const { teamId, dataCollectionId, mappings, applied, isAutomatic, onApply } = props
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const params = { teamId, dataCollectionId }
  const remove = useApiMutation(api.imports.deleteMapping, {
    onSuccess: () => {
      onApply(undefined)
      toast.success(t('saved.deleted', { name: applied?.name }))
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (mappings.length === 0) return null
  const forget = async ({ id, name }: ImportMapping) => {
    const question = { title: t('saved.delete'), text: t('saved.confirm', { name }) }
    if (await confirm({ ...question, confirmLabel: t('saved.delete'), isDestructive: true }))
      remove.mutate({ params: { ...params, importMappingId: id } })
  }
  return (
    <section className={classes.section}>
      <div className={classes.reading}>
        <NativeSelect
          label={t('saved.label')}
          value={String(applied?.id ?? '')}
          onChange={(event) => onApply(mappings.find(({ id }) => String(id) === event.currentTarget.value))}
          data={[
            { value: '', label: t('saved.none') },
            ...mappings.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {applied && (
          <Button variant="default" loading={remove.isPending} onClick={() => void forget(applied)}>
            {t('saved.delete')}
          </Button>
        )}
      </div>
      {applied && isAutomatic && (
        <p className={classes.note} role="status">
          {t('saved.applied', { name: applied.name })}
        </p>
      )}
    </section>
  )
}
