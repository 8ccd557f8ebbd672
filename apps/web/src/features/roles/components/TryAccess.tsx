/** Shows what a role or a user may do with a record, field by field, with the rules that say so. */
import { Input, Select } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { AccessExplanation, AccessSubject, AppliedRule, Verdict } from '@muster/contract/roles/roles.api'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import table from '../../../ui/Table.module.css'
import {
  fieldTitle,
  inTreeOrder,
  type Option,
  Picker,
  useCollections,
  useRecordOptions,
} from '../../fields/public.ts'
import { describeFilter, useDescribe } from '../../filters/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { useRoleName } from '../role-names.ts'
import classes from './TryAccess.module.css'

export function TryUserAccess({
  teamUserId,
  name,
  onClose,
}: {
  teamUserId: number
  name: string
  onClose(): void
}) {
  const { t } = useTranslation('roles')
  return (
    <TryAccess
      title={t('try.titleUser', { name })}
      help={t('try.helpUser')}
      subject={{ teamUserId }}
      onClose={onClose}
    />
  )
}

export function TryAccess({
  title,
  help,
  subject,
  onClose,
}: {
  title: string
  help: string
  subject: AccessSubject
  onClose(): void
}) {
  const { t } = useTranslation('roles')
  const collections = useCollections(useTeamId()).filter(
    (one) => !one.IsUsedAsCustomList && !one.IsInternalConfiguration && one.idHomeDataCollection === one.id,
  )
  const [collectionId, setCollectionId] = useState<number | null>(null)
  const [record, setRecord] = useState<Option | null>(null)
  const chosen = collections.find(({ id }) => id === collectionId) ?? collections[0]
  return (
    <Drawer title={title} onClose={onClose} isModal width={640}>
      <FormStack>
        <p className={styles.note}>{help}</p>
        <Select
          label={t('try.collection')}
          searchable
          allowDeselect={false}
          data={inTreeOrder(collections).map(({ collection }) => ({
            value: String(collection.id),
            label: collection.pluralName,
          }))}
          value={chosen ? String(chosen.id) : null}
          onChange={(id) => {
            setCollectionId(Number(id))
            setRecord(null)
          }}
        />
        {chosen && <RecordPicker key={chosen.id} collection={chosen} record={record} onPick={setRecord} />}
        {chosen && record && <Explained collection={chosen} recordId={record.id} subject={subject} />}
      </FormStack>
    </Drawer>
  )
}

function RecordPicker({
  collection,
  record,
  onPick,
}: {
  collection: DataCollection
  record: Option | null
  onPick(record: Option | null): void
}) {
  const { t } = useTranslation('roles')
  const errorText = useErrorText()
  const id = useId()
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useRecordOptions({ collectionId: collection.id, search, isOpen, isList: false })
  return (
    <Input.Wrapper id={id} label={t('try.record')}>
      <Picker
        id={id}
        label={undefined}
        describedBy={undefined}
        isInvalid={false}
        isReadOnly={false}
        isRequired={false}
        autoFocus={false}
        isCompact={false}
        isMulti={false}
        selected={record ? [record] : []}
        options={found.options}
        isLoading={found.isLoading}
        isStale={found.isStale}
        note={found.error ? errorText(found.error) : undefined}
        search={search}
        onSearch={setSearch}
        onOpen={() => setOpen(true)}
        onPick={onPick}
        onRemove={() => onPick(null)}
        placeholder={t('try.choose')}
        onBlur={() => {}}
        onCommit={() => {}}
        onCancel={() => {}}
      />
    </Input.Wrapper>
  )
}

function Explained({
  collection,
  recordId,
  subject,
}: {
  collection: DataCollection
  recordId: number
  subject: AccessSubject
}) {
  const teamId = useTeamId()
  const body = { subject, dataCollectionId: collection.id, dataRecordId: recordId }
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeyOf(api.roles.explain, { params: { teamId }, body }), subject],
    queryFn: ({ signal }) => call(api.roles.explain, { params: { teamId }, body }, { signal }),
  })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <FormSkeleton rowCount={4} />
  return <Verdicts collection={collection} explained={data} />
}

function Verdicts({ collection, explained }: { collection: DataCollection; explained: AccessExplanation }) {
  const { t } = useTranslation('roles')
  const ruleText = useRuleText(collection, explained.rules)
  const why = (verdict: Verdict) =>
    explained.isTeamAdmin
      ? t('try.admin')
      : verdict.rules.length === 0
        ? t('try.noRule')
        : unique(verdict.rules.map((n) => ruleText(explained.rules[n]!, verdict.isAllowed))).join(' ')
  const { visible, deletable, metadata } = explained
  return (
    <>
      <ul className={classes.verdicts}>
        <Line
          verdict={visible}
          text={t(visible.isAllowed ? 'try.visible' : 'try.hidden')}
          why={why(visible)}
        />
        <Line
          verdict={deletable}
          text={t(deletable.isAllowed ? 'try.deletes' : 'try.deletesNot')}
          why={why(deletable)}
        />
        <Line
          verdict={metadata}
          text={t(metadata.isAllowed ? 'try.details' : 'try.detailsNot')}
          why={why(metadata)}
        />
      </ul>
      <table className={table.table} aria-label={t('try.field')}>
        <thead>
          <tr>
            <th scope="col">{t('try.field')}</th>
            <th scope="col">{t('try.see')}</th>
            <th scope="col">{t('try.change')}</th>
          </tr>
        </thead>
        <tbody>
          {explained.fields.map(({ dataFieldId, read, update }) => {
            const field = collection.DataFields.find(({ id }) => id === dataFieldId)
            return (
              <tr key={dataFieldId}>
                <td>{field ? fieldTitle(field, currentLanguage()) : ''}</td>
                <Answer verdict={read} why={why(read)} />
                <Answer verdict={update} why={why(update)} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

function Line({ verdict, text, why }: { verdict: Verdict; text: string; why: string }) {
  return (
    <li>
      <Glyph name={verdict.isAllowed ? 'check' : 'close'} size={14} />
      <div>
        <span>{text}</span>
        <span className={styles.smallLine}>{why}</span>
      </div>
    </li>
  )
}

function Answer({ verdict, why }: { verdict: Verdict; why: string }) {
  const { t } = useTranslation('roles')
  return (
    <td>
      <span className={styles.row8}>
        <Glyph name={verdict.isAllowed ? 'check' : 'close'} size={14} />
        {t(verdict.isAllowed ? 'try.yes' : 'try.no')}
      </span>
      <span className={styles.smallLine}>{why}</span>
    </td>
  )
}

/** A rule in words, with the role that has it. */
function useRuleText(collection: DataCollection, rules: readonly AppliedRule[]) {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()
  const nameOf = useRoleName()
  const { data: roles } = useApi(api.roles.list, { params: { teamId } })
  const filters = rules.flatMap(({ rowFilter }) => rowFilter ?? [])
  const describe = useDescribe(collection.DataFields, filters.length > 0 ? { or: filters } : null)
  return ({ userRoleId, rowFilter }: AppliedRule, isAllowed: boolean): string => {
    const role = roles?.items.find(({ id }) => id === userRoleId)
    return t(isAllowed ? 'try.because' : 'try.notMatched', {
      role: role ? nameOf(role) : '',
      rule: rowFilter ? describeFilter(rowFilter, describe) : t('try.allRecords'),
    })
  }
}
