/**
 * Picks one or several things from a searchable list: list items, records, collections. Chips are in the input,
 * arrow keys and Enter pick, Backspace in the empty input removes the last one.
 */
import { Combobox, Input, Loader, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Chip } from '../components/Chip.tsx'
import classes from './Picker.module.css'

export interface Option {
  id: number
  name: string
  color?: string | null
  avatar?: string | null
  icon?: string | null
  /** A second line to identify it. */
  hint?: string
  /** Depth in a tree. */
  depth?: number
}

export interface PickerProps {
  id: string
  label: string | undefined
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  isRequired: boolean
  autoFocus: boolean
  isCompact: boolean
  isMulti: boolean
  selected: readonly Option[]
  options: readonly Option[]
  isLoading: boolean
  /** The options do not match `search` yet: Enter does not pick from them but waits for the results. */
  isStale?: boolean
  /** Why there are no options: an error, no matches. */
  note?: ReactNode
  search: string
  onSearch(search: string): void
  onPick(option: Option): void
  onRemove(id: number): void
  /** Creates a new item from the search text. */
  onCreate?: ((name: string) => void) | undefined
  createLabel?: string | undefined
  /** Enter alone never creates an item when nothing matches: `onCreate` has to be chosen. */
  isCreateChosen?: boolean
  onOpen?(): void
  /** Null where it does not open. */
  urlOf?: ((option: Option) => string | null) | undefined
  placeholder?: string
  onBlur(): void
  onCommit(): void
  onCancel(): void
}

const createValue = 'create'

export function Picker(props: PickerProps) {
  const { t } = useTranslation(['fields', 'common'])
  const { id, isMulti, selected, options, search, onSearch, isReadOnly, isCompact, autoFocus } = props
  const { isStale = false, isCreateChosen = false } = props
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => {
      props.onOpen?.()
      combobox.selectFirstOption()
    },
  })
  const chosen = new Set(selected.map((one) => one.id))
  const canCreate =
    props.onCreate !== undefined &&
    !isStale &&
    search.trim() !== '' &&
    !options.some((option) => option.name.toLowerCase() === search.trim().toLowerCase())

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    combobox.openDropdown()
  }, [])
  /** Enter was pressed before the results arrived. */
  const isEntered = useRef(false)
  const canEnter = !isStale && (options.length > 0 || !isCreateChosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first match follows the search
  useEffect(() => {
    if (!combobox.dropdownOpened) return
    if (!canEnter) return combobox.resetSelectedOption()
    combobox.selectFirstOption()
    if (isEntered.current) combobox.clickSelectedOption()
    isEntered.current = false
  }, [search, options, canEnter])

  const submit = (value: string) => {
    if (value === createValue) {
      props.onCreate?.(search.trim())
      onSearch('')
      return
    }
    const option = options.find((one) => String(one.id) === value)
    if (!option) return
    if (chosen.has(option.id)) props.onRemove(option.id)
    else props.onPick(option)
    onSearch('')
    if (!isMulti) {
      combobox.closeDropdown()
      props.onCommit()
    }
  }

  const isEmpty = options.length === 0 && !canCreate
  const onKeyDown = (event: KeyboardEvent) => {
    const last = selected.at(-1)
    if (event.key === 'Backspace' && search === '' && last && !isReadOnly) {
      event.preventDefault()
      props.onRemove(last.id)
    } else if (event.key === 'Escape') {
      if (combobox.dropdownOpened) {
        event.preventDefault()
        event.stopPropagation()
        combobox.closeDropdown()
        if (isCompact) props.onCancel()
      } else props.onCancel()
    } else if (event.key === 'Enter' && combobox.dropdownOpened && isStale) {
      event.preventDefault()
      isEntered.current = true
    } else if (event.key === 'Enter' && !combobox.dropdownOpened) {
      if (isCompact) props.onCommit()
      else combobox.openDropdown()
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal={!isCompact}
      disabled={isReadOnly}
      shadow="md"
    >
      <Combobox.DropdownTarget>
        <Input
          component="div"
          multiline
          withAria={false}
          variant={isCompact ? 'unstyled' : undefined}
          error={props.isInvalid}
          classNames={{ input: classes.frame }}
          data-compact={isCompact || undefined}
          rightSection={props.isLoading ? <Loader size={14} /> : <Glyph name="chevronDown" size={14} />}
          rightSectionPointerEvents="none"
          onClick={() => {
            if (isReadOnly) return
            input.current?.focus()
            combobox.openDropdown()
          }}
        >
          <span className={classes.chips}>
            {selected.map((option) => (
              <Chosen key={option.id} option={option} {...props} />
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <input
                ref={input}
                id={id}
                className={classes.search}
                value={search}
                readOnly={isReadOnly}
                placeholder={selected.length === 0 ? props.placeholder : undefined}
                role="combobox"
                aria-expanded={combobox.dropdownOpened}
                aria-label={props.label}
                aria-describedby={props.describedBy}
                aria-invalid={props.isInvalid || undefined}
                aria-required={props.isRequired || undefined}
                autoComplete="off"
                onChange={(event) => {
                  isEntered.current = false
                  onSearch(event.currentTarget.value)
                  combobox.openDropdown()
                }}
                onFocus={() => props.onOpen?.()}
                onBlur={() => {
                  isEntered.current = false
                  combobox.closeDropdown()
                  onSearch('')
                  props.onBlur()
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </span>
        </Input>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {/* A list of options has options: without any, the text takes its place. */}
        <Combobox.Options
          className={classes.options}
          hidden={isEmpty}
          aria-label={props.label ?? t('picker.options')}
          aria-busy={isStale || undefined}
        >
          {options.map((option) => (
            <Combobox.Option
              key={option.id}
              value={String(option.id)}
              active={chosen.has(option.id)}
              className={classes.option}
              style={option.depth ? { paddingLeft: 8 + option.depth * 16 } : undefined}
            >
              <span className={classes.mark}>
                {chosen.has(option.id) && <Glyph name="check" size={14} />}
              </span>
              <Chip text={option.name} color={option.color} avatar={option.avatar} icon={option.icon} />
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
            </Combobox.Option>
          ))}
          {canCreate && (
            <Combobox.Option value={createValue} className={classes.option}>
              <span className={classes.mark}>
                <Glyph name="plus" size={14} />
              </span>
              {props.createLabel ?? t('picker.create', { name: search.trim() })}
            </Combobox.Option>
          )}
        </Combobox.Options>
        {isEmpty && (
          <Combobox.Empty role="status">
            {props.note ?? (props.isLoading ? t('common:loading') : t('common:noResults'))}
          </Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Chosen({ option, isReadOnly, onRemove, urlOf }: { option: Option } & PickerProps) {
  const { t } = useTranslation('fields')
  const url = urlOf?.(option)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the list closed; the controls inside do the work
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span className={classes.chosen} onClick={(event) => event.stopPropagation()}>
      <Chip
        text={option.name}
        color={option.color}
        avatar={option.avatar}
        icon={option.icon}
        tool={
          <>
            {url && (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className={classes.tool}
                aria-label={t('picker.open', { name: option.name })}
              >
                <Glyph name="external" size={12} />
              </a>
            )}
            {!isReadOnly && (
              <button
                type="button"
                className={classes.tool}
                aria-label={t('picker.remove', { name: option.name })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onRemove(option.id)}
              >
                <Glyph name="close" size={12} />
              </button>
            )}
          </>
        }
      />
    </span>
  )
}
