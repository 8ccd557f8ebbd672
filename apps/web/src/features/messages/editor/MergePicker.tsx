/** Chooses a merge field with its format and what stands for a missing value. */
import { Button, Popover, Select, TextInput } from '@mantine/core'
import {
  formatsOf,
  type MergeChoice,
  type MergeField,
  type MergeFormat,
  type MergeKind,
  mergeKinds,
  mergeName,
  printMergeField,
} from '@muster/contract/messages/merge'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useEditorContext } from './editor-context.ts'

const isAddress = ({ name }: MergeChoice) => name.endsWith('_url')

/** @param current the merge field that is replaced */
export function MergePicker({
  onPick,
  current,
  onlyAddresses = false,
  hasWords = false,
}: {
  onPick: (expression: string) => void
  current?: MergeField | null
  /** For links: addresses, and fields that hold one. */
  onlyAddresses?: boolean
  /** Whether the button shows its words. */
  hasWords?: boolean
}) {
  const { t } = useTranslation('messageEditor')
  const [isOpen, setOpen] = useState(false)
  const { isDisabled } = useEditorContext()
  const toggle = () => setOpen((open) => !open)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus withinPortal>
      <Popover.Target>
        {hasWords ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={isDisabled}
            leftSection={<Glyph name="user" size={14} />}
            onClick={toggle}
          >
            {t('merge.insert')}
          </Button>
        ) : (
          <IconButton
            glyph="user"
            size="sm"
            label={t('merge.insert')}
            disabled={isDisabled}
            onClick={toggle}
          />
        )}
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <MergeForm
            current={current ?? null}
            onlyAddresses={onlyAddresses}
            onPick={(expression) => {
              setOpen(false)
              onPick(expression)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function MergeForm({
  current,
  onlyAddresses,
  onPick,
}: {
  current: MergeField | null
  onlyAddresses: boolean
  onPick: (expression: string) => void
}) {
  const { t } = useTranslation('messageEditor')
  const { fields } = useEditorContext()
  const id = useId()
  const offered = onlyAddresses
    ? fields.filter((field) => isAddress(field) || field.dataType === 'url' || field.dataType === 'code')
    : fields
  const [name, setName] = useState(current ? mergeName(current) : null)
  const [format, setFormat] = useState<MergeFormat | null>(current?.format ?? null)
  const [fallback, setFallback] = useState(current?.fallback ?? '')
  const chosen = offered.find((field) => mergeName(field) === name)
  const formats = formatsOf(chosen?.dataType ?? null)
  const choose = (next: string | null) => {
    setName(next)
    const field = offered.find((one) => mergeName(one) === next)
    setFormat(formatsOf(field?.dataType ?? null)[0] ?? null)
  }
  const groups = mergeKinds
    .map((kind: MergeKind) => ({
      group: t(`merge.kinds.${kind}`),
      items: offered
        .filter((field) => field.kind === kind)
        .map((field) => ({ value: mergeName(field), label: field.label })),
    }))
    .filter(({ items }) => items.length > 0)
  const insert = () => {
    if (!chosen) return
    const { kind, name: own } = chosen
    onPick(printMergeField({ kind, name: own, format, fallback: fallback.trim() || null }))
  }
  return (
    <FormStack>
      <Select
        id={`${id}-field`}
        label={t('merge.field')}
        data={groups}
        value={name}
        searchable
        nothingFoundMessage={t('merge.none')}
        comboboxProps={{ withinPortal: false }}
        onChange={choose}
      />
      {formats.length > 1 && (
        <Select
          label={t('merge.format')}
          data={formats.map((value) => ({
            value,
            label: t(`merge.formats.${value.replace(':', '_')}` as 'merge.formats.money'),
          }))}
          value={format}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setFormat(value as MergeFormat | null)}
        />
      )}
      {chosen?.kind === 'DATA_FIELD' && (
        <TextInput
          label={t('merge.fallback')}
          description={t('merge.fallbackHelp')}
          value={fallback}
          maxLength={200}
          onChange={(event) => setFallback(event.currentTarget.value)}
        />
      )}
      <Button disabled={!chosen} onClick={insert}>
        {t(current ? 'merge.replace' : 'merge.add')}
      </Button>
    </FormStack>
  )
}
