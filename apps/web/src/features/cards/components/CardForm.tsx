/** The form of a card: its title, its content, its width and the tabs that show it. */
import { MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { cardTypeRules } from '@muster/contract/cards/cards.rules'
import { cardTypes, type DataCardGroup } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormSection } from '../../../ui/FormSection.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle, Translations, useCollections, useTeamFacts, WidthSelect } from '../../fields/public.ts'
import {
  type CardDraft,
  fieldsKey,
  listedBy,
  type Source,
  sourceKey,
  sourcesOf,
  withFields,
  withType,
} from '../card-draft.ts'
import classes from './CardForm.module.css'
import { ChosenFields } from './ChosenFields.tsx'

export function CardForm({
  draft,
  onChange,
  errors,
  home,
  groups,
}: {
  draft: CardDraft
  onChange(draft: CardDraft): void
  /** Error texts by path. */
  errors: Readonly<Record<string, string>>
  /** The root of the card's collection. */
  home: DataCollection
  groups: readonly DataCardGroup[]
}) {
  const { t } = useTranslation(['cards', 'common', 'dataTypes'])
  const { teamId } = useTeamFacts()
  const collections = useCollections(teamId)
  const sources = useMemo(() => sourcesOf(home, collections), [home, collections])
  const listed = listedBy(draft, home, sources, collections)
  const { hasSource } = cardTypeRules[draft.cardType]
  const set = (change: Partial<CardDraft>) => onChange({ ...draft, ...change })
  const own = fieldsKey(draft.cardType)
  const fieldError = Object.entries(errors).find(([path]) => path === own || path.startsWith(`${own}.`))?.[1]
  const shownGroups = groups.filter(({ id }) => draft.dataCardGroupIds.includes(id))
  return (
    <div className={styles.narrowStack16}>
      <TextInput
        label={t('cards.title')}
        value={draft.title}
        error={errors.title}
        required
        maxLength={200}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <div>
        <div id="card-type" className={classes.label}>
          {t('cards.type')}
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="card-type"
          value={draft.cardType}
          data={cardTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          onChange={(value) => {
            const type = cardTypes.find((one) => one === value)
            if (type) onChange(withType(draft, type))
          }}
        />
        <p className={classes.help}>{t(`typeText.${draft.cardType}`)}</p>
      </div>
      {hasSource && (
        <SourceSelect
          draft={draft}
          sources={sources}
          error={errors.sourceDataFieldId}
          onChange={(source) =>
            onChange({
              ...draft,
              title: draft.title || (source ? titleOf(source) : ''),
              sourceDataFieldId: source?.field.id ?? null,
              isReverse: source?.isReverse ?? false,
              fieldsShown: [],
              fieldsShownAsColumns: [],
            })
          }
        />
      )}
      {listed && (
        <ChosenFields
          label={t(labels[draft.cardType])}
          {...(draft.cardType === 'table' ? { help: t('cards.columnsHelp') } : {})}
          error={fieldError}
          chosen={draft[own]}
          collection={listed}
          hasWidths={draft.cardType === 'form'}
          onChange={(fields) => onChange(withFields(draft, fields))}
        />
      )}
      <WidthSelect
        label={t('cards.width')}
        description={t('cards.widthHelp')}
        value={draft.displayWidth}
        onChange={(displayWidth) => displayWidth && set({ displayWidth })}
      />
      {groups.length > 0 && (
        <MultiSelect
          label={t('cards.groups')}
          description={t('cards.groupsHelp')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={shownGroups.map(({ id }) => String(id))}
          onChange={(ids) => {
            // Groups of collections below are not offered here, but kept.
            const others = draft.dataCardGroupIds.filter((id) => !groups.some((group) => group.id === id))
            set({ dataCardGroupIds: [...others, ...ids.map(Number)] })
          }}
        />
      )}
      <FormSection title={t('common:description')} isOpen={draft.subtitle !== '' || draft.description !== ''}>
        <TextInput
          label={t('cards.subtitle')}
          value={draft.subtitle}
          error={errors.subtitle}
          maxLength={200}
          onChange={(event) => set({ subtitle: event.currentTarget.value })}
        />
        <DescriptionInput
          help={t('cards.descriptionHelp')}
          value={draft.description}
          error={errors.description}
          onChange={(description) => set({ description })}
        />
      </FormSection>
      <Translations
        texts={[
          {
            label: (language) => t('cards.titleIn', { language }),
            placeholder: draft.title,
            value: draft.titleTranslations,
            onChange: (titleTranslations) => set({ titleTranslations }),
          },
          {
            label: (language) => t('cards.subtitleIn', { language }),
            placeholder: draft.subtitle,
            value: draft.subtitleTranslations,
            onChange: (subtitleTranslations) => set({ subtitleTranslations }),
          },
          {
            label: (language) => t('cards.descriptionIn', { language }),
            placeholder: draft.description,
            value: draft.descriptionTranslations,
            onChange: (descriptionTranslations) => set({ descriptionTranslations }),
          },
        ]}
      />
    </div>
  )
}

const labels = { form: 'cards.fields', table: 'cards.columns', thumbnails: 'cards.captions' } as const

const titleOf = ({ field, isReverse, collection }: Source): string =>
  isReverse ? collection.pluralName : fieldTitle(field, currentLanguage())

function SourceSelect({
  draft,
  sources,
  error,
  onChange,
}: {
  draft: CardDraft
  sources: readonly Source[]
  error: string | undefined
  onChange(source: Source | undefined): void
}) {
  const { t } = useTranslation(['cards', 'common'])
  if (sources.length === 0) return <p className={styles.muted}>{t('cards.sourceNone')}</p>
  const language = currentLanguage()
  const item = (source: Source) => ({
    value: source.key,
    label: source.isReverse
      ? t('cards.sourceOf', {
          collection: source.collection.pluralName,
          field: fieldTitle(source.field, language),
        })
      : fieldTitle(source.field, language),
  })
  const key = sourceKey(draft)
  const isKnown = key === '' || sources.some((source) => source.key === key)
  const groups = [
    { group: t('cards.sourceOwn'), items: sources.filter(({ isReverse }) => !isReverse).map(item) },
    { group: t('cards.sourceReverse'), items: sources.filter(({ isReverse }) => isReverse).map(item) },
  ]
  return (
    <NativeSelect
      label={t('cards.source')}
      description={t('cards.sourceHelp')}
      error={error}
      required
      value={key}
      data={[
        { value: '', label: '' },
        ...(isKnown ? [] : [{ value: key, label: t('cards.inTrash') }]),
        ...groups.filter(({ items }) => items.length > 0),
      ]}
      onChange={(event) => onChange(sources.find((source) => source.key === event.currentTarget.value))}
    />
  )
}
