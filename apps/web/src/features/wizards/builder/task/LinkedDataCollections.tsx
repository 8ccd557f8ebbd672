/** …/step-task/{id}/linked-data-collections: the collections a task works on, and what it may do there. */
import { settingsOfTask } from '@muster/contract/wizards/scope'
import type { Need } from '@muster/contract/wizards/tasks/definition'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import styles from '../../../../ui/shared.module.css'
import { fieldTitle, useCollections } from '../../../fields/public.ts'
import { fieldsOf } from '../../../filters/public.ts'
import { CollectionSelect } from '../../tasks/common/CollectionSelect.tsx'
import { collectionChange } from '../../tasks/common/collection-change.ts'
import { useWizardPage } from '../wizard-context.ts'
import { useTask } from './task-context.ts'

interface Row {
  dataCollectionId: number
  needs: readonly Need[]
}

export function LinkedDataCollections() {
  const { t } = useTranslation('wizards')
  const { teamId, env } = useWizardPage()
  const { draft, settings, variables, setSettings, errorOf } = useTask()
  const collections = useCollections(teamId)
  const type = wizardTask(draft.type)
  const given = settingsOfTask(draft)
  const needs = given ? type.needs(given, env, variables) : []
  const own = settings.dataCollectionId
  const ids = [
    ...new Set([...(typeof own === 'number' ? [own] : []), ...needs.map((need) => need.dataCollectionId)]),
  ]
  const rows = ids.map((dataCollectionId) => ({
    dataCollectionId,
    needs: needs.filter((need) => need.dataCollectionId === dataCollectionId),
  }))
  const nameOf = (id: number) =>
    collections.find((one) => one.id === id)?.pluralName ?? t('linked.collectionGone')
  const titlesOf = ({ dataCollectionId, needs: own }: Row) => {
    const wanted = new Set(own.map(({ dataFieldId }) => dataFieldId))
    return (fieldsOf(collections, dataCollectionId) ?? [])
      .filter(({ id }) => wanted.has(id))
      .map((field) => fieldTitle(field, currentLanguage()))
      .join(', ')
  }
  const actsOf = (row: Row) =>
    [...new Set(row.needs.map(({ permission, on }) => (on === 'new' ? 'create' : permission)))]
      .map((act) =>
        act === 'create'
          ? t('linked.act.create')
          : t(
              `linked.act.${act as 'read_data_field_data' | 'update_data_field_data' | 'delete_data_records'}`,
            ),
      )
      .join(', ')
  return (
    <PageBody>
      <div className={styles.stack16}>
        {'dataCollectionId' in settings && (
          <CollectionSelect
            label={t('settings.collection')}
            error={errorOf('dataCollectionId')}
            value={typeof own === 'number' ? own : null}
            onChange={(next) => setSettings(collectionChange(settings, next, env))}
          />
        )}
        <p className={styles.note}>{t('linked.collectionsHelp')}</p>
        <DataTable
          label={t('tab.linkedDataCollections')}
          rows={rows}
          rowKey={({ dataCollectionId }) => dataCollectionId}
          rowUrl={({ dataCollectionId }) => `/team-${teamId}/data-collections/${dataCollectionId}/records`}
          columns={[
            {
              key: 'name',
              title: t('settings.collection'),
              render: ({ dataCollectionId }) => (
                <span className={styles.named}>
                  <Icon name={collections.find(({ id }) => id === dataCollectionId)?.icon} />
                  {nameOf(dataCollectionId)}
                </span>
              ),
            },
            { key: 'acts', title: t('linked.acts'), render: actsOf },
            { key: 'fields', title: t('linked.fields'), render: titlesOf, isMinor: true },
          ]}
          empty={<EmptyState glyph="table" title={t('linked.noCollections')} />}
        />
      </div>
    </PageBody>
  )
}
