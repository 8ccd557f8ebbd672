/** Replaces a text in one field or all, in some cells, the selected records or the whole list. */
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RewriteBody } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { canReplaceIn, fieldTitle } from '../../fields/public.ts'
import { RejectedDialog } from './RejectedDialog.tsx'
import classes from './Rewrite.module.css'
import { RewritePreview } from './RewritePreview.tsx'
import { ScopeSelect } from './ScopeSelect.tsx'
import type { RewriteStart } from './scopes.ts'
import { useApply, usePreview } from './use-apply.ts'

/** Stands for every field that is offered. */
const every = '*'

export interface RewriteDialogProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  start: RewriteStart
  onAdded(columnName: string): void
  onClose(): void
}

export function ReplaceDialog({ teamId, collection, fields, start, onClose }: RewriteDialogProps) {
  const { t } = useTranslation(['records', 'common'])
  const [scopeKey, setScopeKey] = useState(start.scope)
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [wholeValue, setWholeValue] = useState(false)
  const scope = start.scopes.find(({ key }) => key === scopeKey) ?? start.scopes[0]
  const all = fields.filter(canReplaceIn)
  const inCells = all.filter(({ columnName }) => scope?.columns?.includes(columnName) ?? true)
  const offered = inCells.length > 0 ? inCells : all
  const [chosen, setChosen] = useState(start.field ?? every)
  const named = offered.find(({ columnName }) => columnName === chosen)
  const searched = named && !(scope?.columns && inCells.length > 1) ? [named] : offered
  const field = searched.length === 1 ? (searched[0]?.columnName ?? every) : every

  const body: RewriteBody | null =
    find === '' || !scope
      ? null
      : {
          replace: {
            fields: searched.map(({ columnName }) => columnName),
            find,
            with: by,
            matchCase,
            wholeValue,
          },
          target: scope.target,
        }
  const previewed = usePreview(teamId, collection.id, body)
  const { apply, isBusy, rejected } = useApply(teamId, collection.id)
  const { preview, isStale } = previewed
  const count = preview?.values ?? 0
  const isReady = body !== null && !isStale && count > 0
  if (rejected.length > 0) {
    return (
      <RejectedDialog
        title={t('records:rewrite.replace.title')}
        teamId={teamId}
        dataCollectionId={collection.id}
        rejected={rejected}
        count={rejected.length}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('records:rewrite.replace.title')} onClose={onClose} width={640}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady || isBusy || !body) return
          void apply(() => body).then((isDone) => isDone && onClose())
        }}
      >
        <div className={classes.pair}>
          <TextInput
            data-autofocus
            label={t('records:rewrite.find')}
            value={find}
            maxLength={1000}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <TextInput
            label={t('records:rewrite.with')}
            description={by === '' ? t('records:rewrite.removes') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={by}
            maxLength={10_000}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
        </div>
        <div className={classes.checks}>
          <Checkbox
            size="xs"
            label={t('records:rewrite.matchCase')}
            checked={matchCase}
            onChange={(event) => setMatchCase(event.currentTarget.checked)}
          />
          <Checkbox
            size="xs"
            label={t('records:rewrite.wholeValue')}
            checked={wholeValue}
            onChange={(event) => setWholeValue(event.currentTarget.checked)}
          />
        </div>
        <ScopeSelect scopes={start.scopes} value={scopeKey} onChange={setScopeKey} />
        <Select
          label={t('records:rewrite.field')}
          allowDeselect={false}
          data={[
            ...(offered.length > 1
              ? [{ value: every, label: t('records:rewrite.allFields', { count: offered.length }) }]
              : []),
            ...offered.map((one) => ({
              value: one.columnName,
              label: fieldTitle(one, currentLanguage()),
            })),
          ]}
          value={field}
          onChange={(next) => setChosen(next ?? every)}
        />
        <RewritePreview previewed={previewed} fields={fields} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {count > 0 ? t('records:rewrite.replace.apply', { count }) : t('records:rewrite.replace.none')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
