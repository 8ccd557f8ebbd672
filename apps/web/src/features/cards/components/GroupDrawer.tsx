/** Makes a card group or edits one: its name, its icon, its cards in their order. */
import { Button, Select, TextInput } from '@mantine/core'
import type { DataCard, DataCardGroup } from '@muster/contract/cards/cards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSave } from '../../../lib/use-save.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { FormField } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconPicker } from '../../../ui/IconPicker.tsx'
import { ListEditor } from '../../../ui/ListEditor.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { Translations } from '../../fields/public.ts'
import type { CardsAdmin } from '../use-cards-admin.ts'
import { CardDrawer } from './CardDrawer.tsx'
import classes from './CardForm.module.css'

export function GroupDrawer({
  admin,
  dataCollectionId,
  group,
  cards,
  onClose,
}: {
  admin: CardsAdmin
  dataCollectionId: number
  /** Null for a new one. */
  group: DataCardGroup | null
  /** Cards that it may have. */
  cards: readonly DataCard[]
  onClose(): void
}) {
  const { t } = useTranslation(['cards', 'common', 'errors'])
  const [first] = useState(() => ({
    name: group?.name ?? '',
    nameTranslations: group?.nameTranslations ?? {},
    icon: group?.icon ?? 'fas fa-table-list',
    dataCardIds: group?.dataCardIds ?? [],
  }))
  const [draft, setDraft] = useState(first)
  const [editing, setEditing] = useState<DataCard | 'new' | null>(null)
  const { errors, clearErrors, isBusy, save } = useSave(async () => {
    await (group ? admin.updateGroup(group.id, draft) : admin.createGroup({ dataCollectionId, ...draft }))
    onClose()
  })
  const set = (change: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    clearErrors()
  }
  return (
    <>
      <FormDrawer
        title={t(group ? 'groups.edit' : 'groups.new')}
        submitLabel={t(group ? 'common:saveChanges' : 'groups.create')}
        isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
        isBusy={isBusy}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput
          label={t('common:name')}
          value={draft.name}
          error={errors.name}
          required
          maxLength={100}
          data-autofocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <FormField label={t('common:icon')} error={errors.icon}>
          {(control) => <IconPicker {...control} value={draft.icon} onChange={(icon) => set({ icon })} />}
        </FormField>
        <CardsOfGroup
          cards={cards}
          chosen={draft.dataCardIds}
          onChange={(dataCardIds) => set({ dataCardIds })}
          onEdit={setEditing}
        />
        <Translations
          texts={[
            {
              label: (language) => t('groups.nameIn', { language }),
              placeholder: draft.name,
              value: draft.nameTranslations,
              onChange: (nameTranslations) => set({ nameTranslations }),
            },
          ]}
        />
      </FormDrawer>
      {editing && (
        <CardDrawer
          admin={admin}
          dataCollectionId={dataCollectionId}
          card={editing === 'new' ? null : editing}
          groups={[]}
          onClose={() => setEditing(null)}
          onSaved={({ id }) => {
            setEditing(null)
            if (!draft.dataCardIds.includes(id)) set({ dataCardIds: [...draft.dataCardIds, id] })
          }}
        />
      )}
    </>
  )
}

function CardsOfGroup({
  cards,
  chosen,
  onChange,
  onEdit,
}: {
  cards: readonly DataCard[]
  chosen: readonly number[]
  onChange(ids: number[]): void
  onEdit(card: DataCard | 'new'): void
}) {
  const { t } = useTranslation(['cards'])
  const titleOf = (id: number) => cards.find((card) => card.id === id)?.title ?? ''
  const left = cards.filter(({ id }) => !chosen.includes(id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend apart from the other labels
    <div role="group" aria-labelledby="group-cards">
      <div id="group-cards" className={classes.label}>
        {t('groups.cards')}
      </div>
      {chosen.length === 0 && <p className={classes.help}>{t('groups.noCards')}</p>}
      <ListEditor
        items={chosen}
        idOf={(id) => id}
        nameOf={titleOf}
        className={classes.chosen}
        rowClassName={classes.row}
        moveLabel={(name) => t('groups.move', { name })}
        removeLabel={(name) => t('groups.removeCard', { name })}
        onChange={onChange}
      >
        {(id, { remove }) => {
          const card = cards.find((one) => one.id === id)
          return (
            <>
              <span className={classes.rowName}>
                <button
                  type="button"
                  aria-label={t('groups.editCard', { name: titleOf(id) })}
                  onClick={() => card && onEdit(card)}
                >
                  {titleOf(id)}
                </button>
              </span>
              {card && <Tag>{t(`type.${card.cardType}`)}</Tag>}
              {remove}
            </>
          )
        }}
      </ListEditor>
      <div className={classes.tools}>
        {left.length > 0 && (
          <Select
            size="xs"
            searchable
            aria-label={t('groups.addCard')}
            placeholder={t('groups.addCard')}
            value={null}
            data={left.map(({ id, title }) => ({ value: String(id), label: title }))}
            onChange={(value) => value !== null && onChange([...chosen, Number(value)])}
          />
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<Glyph name="plus" size={14} />}
          onClick={() => onEdit('new')}
        >
          {t('groups.newCard')}
        </Button>
      </div>
    </div>
  )
}
