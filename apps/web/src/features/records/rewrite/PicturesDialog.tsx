/** Fetches the pictures at the web addresses of a field, as files of another field. */
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle, hasPicturesToFetch, useCollection } from '../../fields/public.ts'
import { useWatchOperations } from '../components/RunningOperations.tsx'
import { sendReliably } from '../data/write-queue.ts'
import type { RewriteDialogProps } from './ReplaceDialog.tsx'
import classes from './Rewrite.module.css'
import { ScopeSelect } from './ScopeSelect.tsx'
import { canTakePictures } from './scopes.ts'

const isNew = '+'

export function PicturesDialog({ teamId, collection, fields, start, onAdded, onClose }: RewriteDialogProps) {
  const { t } = useTranslation(['records', 'common'])
  const language = currentLanguage()
  const errorText = useErrorText()
  const watch = useWatchOperations(teamId)
  const home = useCollection(teamId, collection.idHomeDataCollection)
  const [scopeKey, setScopeKey] = useState(start.scope)
  const scope = start.scopes.find(({ key }) => key === scopeKey) ?? start.scopes[0]
  const source = fields.find((one) => one.columnName === start.field && hasPicturesToFetch(one))
  // The target need not be on screen.
  const targets = (home?.DataFields ?? fields).filter(canTakePictures)
  const [into, setInto] = useState(targets[0]?.columnName ?? isNew)
  const [title, setTitle] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sourceTitle = source ? fieldTitle(source, language) : ''
  const usualTitle = t('records:rewrite.pictures.usualName', { field: sourceTitle })

  /** A new field is made once, however often the rest is tried. */
  const targetColumn = async (): Promise<string> => {
    if (into !== isNew) return into
    if (made !== null) return made
    const params = { teamId, dataCollectionId: collection.idHomeDataCollection }
    const field = await call(api.collections.createField, {
      params,
      body: { title: title.trim() || usualTitle, dataType: 'single_image' },
    })
    setMade(field.columnName)
    onAdded(field.columnName)
    void refreshAtOnce(queryClient, api.collections.createField, params)
    return field.columnName
  }

  const begin = async () => {
    if (!source || !scope) return
    setBusy(true)
    try {
      const body = { from: source.columnName, into: await targetColumn(), target: scope.target }
      const { operation } = await sendReliably((idempotencyKey) =>
        call(
          api.files.fetchPictures,
          { params: { teamId, dataCollectionId: collection.id }, body },
          { idempotencyKey },
        ),
      )
      if (operation) watch(operation)
      else toast.info(t('records:rewrite.pictures.none'))
      onClose()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={t('records:rewrite.pictures.title')} onClose={onClose} width={560}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void begin()
        }}
      >
        <p className={classes.count}>{t('records:rewrite.pictures.text', { field: sourceTitle })}</p>
        <Select
          data-autofocus
          label={t('records:rewrite.pictures.into')}
          allowDeselect={false}
          disabled={made !== null}
          data={[
            ...targets.map((one) => ({ value: one.columnName, label: fieldTitle(one, language) })),
            { value: isNew, label: t('records:rewrite.split.newField') },
          ]}
          value={into}
          onChange={(next) => setInto(next ?? isNew)}
        />
        {into === isNew && (
          <TextInput
            label={t('records:rewrite.split.name')}
            placeholder={usualTitle}
            value={title}
            maxLength={100}
            disabled={made !== null}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <ScopeSelect scopes={start.scopes} value={scopeKey} onChange={setScopeKey} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!source || !scope}>
            {t('records:rewrite.pictures.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
