/** …/step-task/{id}/linked-data-fields: the fields that a task asks for or sets, in order. */
import { Button, MultiSelect } from '@mantine/core'
import { type LinkedField, linkedFieldSchema } from '@muster/contract/wizards/tasks/definition'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ListEditor } from '../../../../ui/ListEditor.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import styles from '../../../../ui/shared.module.css'
import { fieldTitle, useCollections } from '../../../fields/public.ts'
import { fieldsOf as fieldsOfCollection } from '../../../filters/public.ts'
import { taskUiOf } from '../../tasks/index.ts'
import { useWizardPage } from '../wizard-context.ts'
import classes from './LinkedDataFields.module.css'
import { LinkedFieldRow } from './LinkedFieldRow.tsx'
import { useTask } from './task-context.ts'

export function LinkedDataFields() {
  const { t } = useTranslation('wizards')
  const { teamId, env } = useWizardPage()
  const { draft, settings, variables, setSettings, errorOf } = useTask()
  const collections = useCollections(teamId)
  const { fieldsOf } = taskUiOf(draft.type)
  const found = fieldsOf?.(settings, { env, variables }) ?? 'none'
  if (typeof found !== 'number') {
    return (
      <PageBody>
        <EmptyState glyph="columns" title={t(`linked.why.${found}`)} />
      </PageBody>
    )
  }
  const fields = fieldsOfCollection(collections, found) ?? []
  const linked = settings.fields as LinkedField[]
  const titleOf = (id: number) => {
    const field = fields.find((one) => one.id === id)
    return field ? fieldTitle(field, currentLanguage()) : t('linked.gone')
  }
  const change = (next: LinkedField[]) => setSettings({ fields: next })
  const left = fields.filter(({ id }) => !linked.some(({ dataFieldId }) => dataFieldId === id))
  const error = errorOf('fields')
  return (
    <PageBody>
      <p className={styles.note}>{t('linked.help')}</p>
      {error && <p className={styles.error}>{error}</p>}
      <ListEditor
        items={linked}
        idOf={({ dataFieldId }) => dataFieldId}
        nameOf={({ dataFieldId }) => titleOf(dataFieldId)}
        label={t('tab.linkedDataFields')}
        className={classes.list}
        rowClassName={classes.row}
        moveLabel={(field) => t('linked.move', { field })}
        removeLabel={(field) => t('linked.remove', { field })}
        onChange={change}
      >
        {(entry, { at, remove }) => (
          <LinkedFieldRow
            entry={entry}
            field={fields.find(({ id }) => id === entry.dataFieldId)}
            title={titleOf(entry.dataFieldId)}
            error={errorOf(`fields.${at}.dataFieldId`)}
            valueError={errorOf(`fields.${at}.value`)}
            variables={variables}
            remove={remove}
            onChange={(changes) =>
              change(linked.map((one) => (one === entry ? { ...entry, ...changes } : one)))
            }
          />
        )}
      </ListEditor>
      <AddFields
        left={left.map(({ id }) => ({ id, title: titleOf(id) }))}
        onAdd={(ids) =>
          change([...linked, ...ids.map((dataFieldId) => linkedFieldSchema.parse({ dataFieldId }))])
        }
      />
    </PageBody>
  )
}

function AddFields({
  left,
  onAdd,
}: {
  left: readonly { id: number; title: string }[]
  onAdd(ids: number[]): void
}) {
  const { t } = useTranslation('wizards')
  const [chosen, setChosen] = useState<string[]>([])
  if (left.length === 0) return <p className={styles.note}>{t('linked.allUsed')}</p>
  return (
    <div className={classes.add}>
      <MultiSelect
        label={t('linked.choose')}
        searchable
        clearable
        value={chosen}
        data={left.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={setChosen}
      />
      <div className={classes.buttons}>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onAdd(chosen.map(Number))
            setChosen([])
          }}
        >
          {t('linked.add')}
        </Button>
        <Button variant="default" onClick={() => onAdd(left.map(({ id }) => id))}>
          {t('linked.addAll')}
        </Button>
      </div>
    </div>
  )
}
