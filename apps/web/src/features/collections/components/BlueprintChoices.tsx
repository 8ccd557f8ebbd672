/** A blueprint and which of its fields, lists, links and cards are copied. */
import { Checkbox, Select, Switch } from '@mantine/core'
import type { BlueprintDetail } from '@muster/contract/blueprints/blueprints.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle, inTreeOrder, showMoney, useCollections } from '../../fields/public.ts'
import type { BlueprintDraft } from '../blueprint-draft.ts'
import classes from './BlueprintChoices.module.css'

/** Which design. */
export function BlueprintSelect({
  teamId,
  value,
  error,
  onChange,
}: {
  teamId: number
  value: { idTeam: number; dataCollectionId: number } | null
  error: string | undefined
  onChange(
    source: { idTeam: number; dataCollectionId: number; name: string; pluralName: string } | null,
  ): void
}) {
  const { t } = useTranslation(['collections', 'common'])
  const { language } = useFormat()
  const query = useApi(api.blueprints.list, { params: { teamId } })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const items = query.data?.items ?? []
  const keyOf = (one: { idTeam: number; dataCollectionId: number }) => `${one.idTeam} ${one.dataCollectionId}`
  const groups = [
    [t('blueprint.marked'), items.filter((one) => one.teamName === null && one.isBlueprint)],
    [t('blueprint.own'), items.filter((one) => one.teamName === null && !one.isBlueprint)],
    [t('blueprint.offered'), items.filter((one) => one.teamName !== null)],
  ] as const
  return (
    <Select
      label={t('blueprint.label')}
      description={t('blueprint.help')}
      required
      searchable
      nothingFoundMessage={t('common:noResults')}
      error={error}
      value={value && keyOf(value)}
      data={groups
        .filter(([, list]) => list.length > 0)
        .map(([group, list]) => ({
          group,
          items: list.map((one) => ({
            value: keyOf(one),
            label: [one.pluralName, one.teamName, one.price && showMoney(one.price, null, language)]
              .filter(Boolean)
              .join(' · '),
          })),
        }))}
      onChange={(key) => onChange(items.find((one) => keyOf(one) === key) ?? null)}
    />
  )
}

interface ChoicesProps {
  teamId: number
  detail: BlueprintDetail
  draft: BlueprintDraft
  errors: Readonly<Record<string, string>>
  onChange(draft: BlueprintDraft): void
}

export function BlueprintChoices(props: ChoicesProps) {
  const { detail, draft, onChange } = props
  const { t } = useTranslation('collections')
  const { language } = useFormat()
  const isChosen = (id: number) => draft.dataFieldIds.includes(id)
  const links = detail.links.filter(({ dataFieldId }) => isChosen(dataFieldId))
  const used = new Set(detail.fields.filter((one) => isChosen(one.dataFieldId)).map(({ listId }) => listId))
  const lists = detail.lists.filter(({ dataCollectionId }) => used.has(dataCollectionId))
  return (
    <>
      {detail.price && (
        <p className={styles.note}>
          {t('blueprint.costs', { price: showMoney(detail.price, null, language) })}
        </p>
      )}
      <Checkbox.Group
        label={t('blueprint.fields', { count: draft.dataFieldIds.length, total: detail.fields.length })}
        value={draft.dataFieldIds.map(String)}
        onChange={(ids) => onChange({ ...draft, dataFieldIds: ids.map(Number) })}
      >
        <div className={classes.fields}>
          {detail.fields.map((field) => (
            <Checkbox
              key={field.dataFieldId}
              size="xs"
              value={String(field.dataFieldId)}
              label={fieldTitle(field, language)}
              disabled={field.isName}
            />
          ))}
        </div>
      </Checkbox.Group>
      {lists.length > 0 && <Lists {...props} lists={lists} />}
      {links.length > 0 && <Links {...props} links={links} />}
      {detail.cards.length > 0 && (
        <Switch
          label={t('blueprint.cards')}
          description={[
            ...detail.cardGroups.map(({ name }) => name),
            ...detail.cards.map(({ title }) => title),
          ].join(', ')}
          checked={draft.withCards}
          onChange={(event) => onChange({ ...draft, withCards: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

const copy = 'copy'

/** Each list is copied with its items, or replaced by one of the team's. */
function Lists({
  teamId,
  lists,
  draft,
  errors,
  onChange,
}: ChoicesProps & { lists: BlueprintDetail['lists'] }) {
  const { t } = useTranslation('collections')
  const own = useCollections(teamId).filter((one) => one.IsUsedAsCustomList)
  return lists.map(({ dataCollectionId, pluralName, itemCount }) => (
    <Select
      key={dataCollectionId}
      label={t('blueprint.list', { name: pluralName })}
      allowDeselect={false}
      searchable
      error={errors[`lists.${[...draft.lists.keys()].indexOf(dataCollectionId)}.useDataCollectionId`]}
      value={String(draft.lists.get(dataCollectionId) ?? copy)}
      data={[
        { value: copy, label: t('blueprint.copyList', { count: itemCount }) },
        ...own.map((one) => ({
          value: String(one.id),
          label: t('blueprint.useList', { name: one.pluralName }),
        })),
      ]}
      onChange={(value) => {
        const next = new Map(draft.lists)
        if (value === copy || value === null) next.delete(dataCollectionId)
        else next.set(dataCollectionId, Number(value))
        onChange({ ...draft, lists: next })
      }}
    />
  ))
}

const drop = 'drop'

/** Each link is given a target, or left out. */
function Links({
  teamId,
  links,
  draft,
  errors,
  onChange,
}: ChoicesProps & { links: BlueprintDetail['links'] }) {
  const { t } = useTranslation('collections')
  const { language } = useFormat()
  const targets = inTreeOrder(useCollections(teamId).filter((one) => !one.IsUsedAsCustomList))
  return links.map((link) => (
    <Select
      key={link.dataFieldId}
      label={t('blueprint.link', { field: fieldTitle(link, language) })}
      description={t('blueprint.linkHelp', { name: link.pluralName })}
      allowDeselect={false}
      searchable
      error={errors[`links.${[...draft.links.keys()].indexOf(link.dataFieldId)}.to`]}
      value={String(draft.links.get(link.dataFieldId) ?? drop)}
      data={[
        { value: drop, label: t('blueprint.dropLink') },
        { value: 'self', label: t('blueprint.selfLink') },
        ...targets.map(({ collection, depth }) => ({
          value: String(collection.id),
          label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
        })),
      ]}
      onChange={(value) => {
        const next = new Map(draft.links)
        if (value === drop || value === null) next.delete(link.dataFieldId)
        else next.set(link.dataFieldId, value === 'self' ? 'self' : Number(value))
        onChange({ ...draft, links: next })
      }}
    />
  ))
}

/** While the blueprint is loading. */
export function BlueprintLoading({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  return error ? <ErrorState error={error} onRetry={() => void onRetry()} /> : <FormSkeleton rowCount={4} />
}
