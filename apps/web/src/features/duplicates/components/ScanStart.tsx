/** The criteria of a new search, and earlier searches. */
import { Button, Checkbox, MultiSelect, Select, Slider } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import {
  type DuplicateRule,
  type DuplicateScan,
  identifyingTypes,
  nameOfRecord,
} from '@muster/contract/duplicates/duplicates.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle } from '../../fields/public.ts'
import classes from './Duplicates.module.css'

type NameRule = 'no' | DuplicateRule['compare']

export function ScanStart({
  teamId,
  collection,
  onStarted,
}: {
  teamId: number
  collection: DataCollection
  onStarted(scanId: number): void
}) {
  const { t } = useTranslation(['duplicates', 'common', 'errors'])
  const errorText = useErrorText()
  const params = { teamId, dataCollectionId: collection.id }
  const { data } = useApi(api.duplicates.list, { params })
  const fields = collection.DataFields
  const identifying = fields.filter(({ dataType }) => identifyingTypes.has(dataType))
  const [sameField, setSameField] = useState<readonly string[]>(
    identifying.map(({ columnName }) => columnName),
  )
  const [name, setName] = useState<NameRule>('same')
  const [together, setTogether] = useState<string[]>([])
  const [ignoresEmailTags, setIgnoresEmailTags] = useState(false)
  const [similarity, setSimilarity] = useState(65)
  const find = useApiMutation(api.duplicates.find, {
    onSuccess: ({ id }) => onStarted(id),
    onError: (error) => toast.error(errorText(error)),
  })
  const rules: DuplicateRule[] = [
    ...sameField.map((column): DuplicateRule => ({ fields: [column], compare: 'same' })),
    ...(name === 'no' ? [] : [{ fields: [nameOfRecord], compare: name }]),
    ...(together.length > 0 ? [{ fields: together, compare: 'same' as const }] : []),
  ]
  const titleOf = (field: DataField) => fieldTitle(field, currentLanguage())
  const hasEmail = identifying.some(
    ({ columnName, dataType }) => dataType === 'email_address' && sameField.includes(columnName),
  )
  return (
    <>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          find.mutate({ params, body: { rules, ignoresEmailTags, similarity: similarity / 100 } })
        }}
      >
        <p className={classes.lead}>{t('start.lead')}</p>
        {identifying.length > 0 && (
          <Checkbox.Group
            label={t('start.same')}
            value={[...sameField]}
            onChange={(value) => setSameField(value)}
          >
            <div className={classes.checks}>
              {identifying.map((field) => (
                <Checkbox key={field.id} value={field.columnName} label={titleOf(field)} />
              ))}
              {hasEmail && (
                <Checkbox
                  className={classes.nested}
                  label={t('start.ignoresTags')}
                  description={t('start.ignoresTagsHelp')}
                  checked={ignoresEmailTags}
                  onChange={(event) => setIgnoresEmailTags(event.currentTarget.checked)}
                />
              )}
            </div>
          </Checkbox.Group>
        )}
        <Select
          label={t('start.name')}
          allowDeselect={false}
          data={(['same', 'similar', 'no'] as const).map((value) => ({
            value,
            label: t(`start.names.${value}`),
          }))}
          value={name}
          onChange={(value) => setName((value ?? 'same') as NameRule)}
          description={name === 'similar' ? t('start.similarHelp') : undefined}
        />
        {name === 'similar' && (
          <div className={classes.slider}>
            <span id="similarity-label">{t('start.similarity', { percent: similarity })}</span>
            <Slider
              min={40}
              max={95}
              step={5}
              value={similarity}
              onChange={setSimilarity}
              label={null}
              thumbProps={{ 'aria-labelledby': 'similarity-label' }}
            />
          </div>
        )}
        <MultiSelect
          label={t('start.together')}
          description={t('start.togetherHelp')}
          searchable
          maxValues={5}
          data={fields
            .filter(({ dataType }) => fieldType(dataType).family !== 'file')
            .map((field) => ({ value: field.columnName, label: titleOf(field) }))}
          value={together}
          onChange={setTogether}
        />
        <div>
          <Button
            type="submit"
            leftSection={<Glyph name="filter" />}
            disabled={rules.length === 0}
            loading={find.isPending}
          >
            {t('start.find')}
          </Button>
        </div>
      </form>
      {data && data.items.length > 0 && <Latest teamId={teamId} collection={collection} scans={data.items} />}
    </>
  )
}

function Latest({
  teamId,
  collection,
  scans,
}: {
  teamId: number
  collection: DataCollection
  scans: readonly DuplicateScan[]
}) {
  const { t } = useTranslation('duplicates')
  const format = useFormat()
  return (
    <section className={classes.latest}>
      <h2 className={styles.title}>{t('latest')}</h2>
      <ul className={classes.scans}>
        {scans.map((scan) => (
          <li key={scan.id}>
            <AppLink href={`/team-${teamId}/data-collections/${collection.id}/duplicates?scan=${scan.id}`}>
              {format.dateTime(scan.createdAt)}
            </AppLink>{' '}
            <span className={styles.note}>
              {scan.status === 'done'
                ? t('found', { count: scan.openCount, groups: format.number(scan.openCount) })
                : t(`status.${scan.status}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
