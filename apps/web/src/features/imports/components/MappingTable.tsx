/** One row per column: its header, sample values, and its target. */
import { NativeSelect } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { fieldTitle, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { ColumnOptionsRow } from './ColumnOptionsRow.tsx'
import type { ColumnOptions } from './draft.ts'
import classes from './Import.module.css'
import { doubleTargets, importableFields, newTarget, newTypes, type Target } from './mapping.ts'
import { NewFieldRow } from './NewFieldRow.tsx'
import { NewSource } from './NewSource.tsx'

interface Props {
  columns: Import['columns']
  collection: DataCollection
  fields: readonly DataField[]
  targets: readonly Target[]
  options: readonly ColumnOptions[]
  mayDesign: boolean
  /** Another target: what was chosen about the cells starts over. */
  onChange: (index: number, target: Target) => void
  /** The title or settings of a new field. */
  onNew: (index: number, target: Target) => void
  onOptions: (index: number, options: ColumnOptions) => void
}

export function MappingTable(props: Props) {
  const { columns, collection, fields, targets, options, mayDesign, onChange, onNew, onOptions } = props
  const { t } = useTranslation(['imports', 'dataTypes'])
  const language = currentLanguage()
  const collections = useCollections(useTeamId())
  const double = doubleTargets(targets)
  const choices = [
    { value: 'nowhere', label: t('imports:target.nowhere') },
    {
      group: t('imports:target.fields'),
      items: importableFields(fields).map((field) => ({
        value: `field ${field.columnName}`,
        label: fieldTitle(field, language),
      })),
    },
    ...(mayDesign
      ? [
          {
            group: t('imports:target.new'),
            items: newTypes.map((type) => ({
              value: `new ${type}`,
              label: t('imports:target.newOf', { type: t(`dataTypes:name.${type}`) }),
            })),
          },
        ]
      : []),
  ]
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('imports:mapping')}</h2>
      <table className={classes.mapping}>
        <thead>
          <tr>
            <th scope="col">{t('imports:column.column')}</th>
            <th scope="col" className={classes.minor}>
              {t('imports:column.samples')}
            </th>
            <th scope="col">{t('imports:column.target')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, n) => {
            const target = targets[n] as Target
            const name = column.header || t('imports:columnNumber', { number: column.index + 1 })
            const field = fieldOf(target, name, fields)
            return (
              <tr key={column.index}>
                <th scope="row">{name}</th>
                <td className={classes.minor}>
                  <span className={classes.samples}>{column.samples.join(' · ') || '—'}</span>
                </td>
                <td>
                  <NativeSelect
                    aria-label={t('imports:target.label', { name })}
                    value={valueOfTarget(target)}
                    onChange={(event) =>
                      onChange(
                        n,
                        targetOfValue(
                          event.currentTarget.value,
                          { ...column, header: name },
                          collection.name,
                          collections,
                        ),
                      )
                    }
                    data={choices}
                    error={
                      target.to === 'field' && double.has(target.columnName)
                        ? t('imports:target.twice')
                        : undefined
                    }
                  />
                  {target.to === 'new' && (
                    <>
                      <NewFieldRow
                        target={target}
                        header={name}
                        dataCollectionId={collection.id}
                        onChange={(next) => onNew(n, next)}
                      />
                      <NewSource
                        target={target}
                        header={name}
                        collectionName={collection.name}
                        onChange={(next) => onChange(n, next)}
                      />
                    </>
                  )}
                  {field && (
                    <ColumnOptionsRow
                      field={field}
                      options={options[n] ?? {}}
                      onChange={(next) => onOptions(n, next)}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function valueOfTarget(target: Target): string {
  if (target.to === 'field') return `field ${target.columnName}`
  return target.to === 'new' ? `new ${target.dataType}` : 'nowhere'
}

/** The target field of a column, as far as parsing its cells needs it; a new list has nothing to choose. */
function fieldOf(target: Target, title: string, fields: readonly DataField[]) {
  if (target.to === 'field') return fields.find(({ columnName }) => columnName === target.columnName)
  if (target.to !== 'new' || !target.settings) return undefined
  return { title, titleTranslations: {}, dataType: target.dataType, settings: target.settings }
}

function targetOfValue(
  value: string,
  column: Import['columns'][number],
  collectionName: string,
  collections: readonly DataCollection[],
): Target {
  const [to, name = ''] = value.split(' ')
  if (to === 'field') return { to, columnName: name }
  return to === 'new' ? newTarget(name as DataType, column, collectionName, collections) : { to: 'nowhere' }
}
