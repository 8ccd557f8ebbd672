/** One form, or one for each record or turn of a loop; on phones one question a page. */
import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { FieldForm, type FieldFormState, type Linked, useFieldForm } from '../../../fields/visitors/public.ts'
import { dataFieldOf } from '../asked-field.ts'
import classes from '../Runner.module.css'
import { type AskProblem, type AskProps, fieldTarget } from './definition.ts'
import { textsByColumn, useErrorsText } from './refused.ts'

interface Item {
  /** Its place in the question; for those that were added, a number of its own. */
  key: number
  values: Readonly<Record<string, unknown>>
}

export function FormAsk({ ask, isPaged, handle, onProblems, onPage }: AskProps<'form'>) {
  const { t } = useTranslation(['wizardRuns', 'common'])
  const errorText = useErrorsText()
  const fields = useMemo(() => ask.fields.map(dataFieldOf), [ask.fields])
  const [items, setItems] = useState<readonly Item[]>(() =>
    ask.items.length > 0 ? ask.items.map(({ values }, key) => ({ key, values })) : [{ key: 0, values: {} }],
  )
  const lastKey = useRef(items.length - 1)
  const forms = useRef(new Map<number, FieldFormState>())
  const [page, setPage] = useState(0)
  const pages = items.flatMap((item) => fields.map((field) => ({ item, field })))
  const shown = isPaged ? pages[Math.min(page, pages.length - 1)] : undefined
  const isLastPage = !isPaged || page >= pages.length - 1

  const turnTo = (next: number, of = pages.length) => {
    setPage(next)
    onPage({ page: next, of })
  }
  // The frame shows the place only while there are pages.
  const latestPlace = useRef({ onPage, page, of: pages.length })
  latestPlace.current = { onPage, page, of: pages.length }
  useEffect(() => {
    const { onPage: tell, page: at, of } = latestPlace.current
    tell(isPaged ? { page: at, of } : { page: 0, of: 1 })
  }, [isPaged])

  const labelOf = (at: number) =>
    ask.items[items[at]?.key ?? -1]?.label ||
    (items.length > 1 || ask.canAdd ? t('form.item', { number: at + 1 }) : '')
  const problemsOf = (of: readonly Item[], someFields?: readonly DataField[]): AskProblem[] =>
    of.flatMap((item) => {
      const form = forms.current.get(item.key)
      if (!form || form.check(someFields)) return []
      const heading = items.length > 1 ? labelOf(items.indexOf(item)) : ''
      return form.problems(someFields).map(({ field, text }) => ({
        label: heading ? `${heading}: ${field.title}` : field.title,
        text,
        target: fieldTarget(item.key, field.columnName),
      }))
    })
  /** Shows the page of the first problem. */
  const tell = (problems: AskProblem[]) => {
    onProblems(problems)
    const first = problems[0]
    if (!isPaged || !first) return
    const at = pages.findIndex(({ item, field }) => fieldTarget(item.key, field.columnName) === first.target)
    if (at >= 0 && at !== page) turnTo(at)
  }

  useImperativeHandle(handle, () => ({
    give() {
      const wrong = shown ? problemsOf([shown.item], [shown.field]) : problemsOf(items)
      if (wrong.length > 0) {
        tell(wrong)
        return null
      }
      onProblems([])
      if (!isLastPage) {
        turnTo(page + 1)
        return null
      }
      const others = isPaged ? problemsOf(items) : []
      if (others.length > 0) {
        tell(others)
        return null
      }
      return {
        kind: 'form',
        items: items.map(({ key, values }) => {
          const now = forms.current.get(key)?.values ?? values
          return {
            values: Object.fromEntries(fields.map(({ columnName }) => [columnName, now[columnName] ?? null])),
          }
        }),
      }
    },
    back() {
      if (!isPaged || page === 0) return false
      onProblems([])
      turnTo(page - 1)
      return true
    },
    refuse(errors) {
      const problems = items.flatMap((item, at): AskProblem[] => {
        const texts = textsByColumn(errors, `items.${at}.values.`, errorText)
        forms.current.get(item.key)?.showErrors(texts)
        return fields.flatMap(({ columnName, title }) => {
          const text = texts[columnName]
          return text === undefined ? [] : [{ label: title, text, target: fieldTarget(item.key, columnName) }]
        })
      })
      tell(problems.length > 0 ? problems : errors.map((error) => wholeForm(ask.title, errorText(error))))
    },
    isDirty: () =>
      items.length !== Math.max(ask.items.length, 1) ||
      [...forms.current.values()].some((form) => form.isDirty),
  }))

  const add = () => {
    lastKey.current += 1
    setItems([...items, { key: lastKey.current, values: {} }])
    if (isPaged) turnTo(pages.length, pages.length + fields.length)
  }
  const remove = (key: number) => {
    forms.current.delete(key)
    setItems(items.filter((item) => item.key !== key))
    if (isPaged) turnTo(0, pages.length - fields.length)
  }

  return (
    <div className={classes.items}>
      {items.map((item, at) => (
        <ItemForm
          key={item.key}
          item={item}
          fields={fields}
          only={isPaged ? (shown?.item === item ? shown.field : null) : undefined}
          linked={ask.linked}
          label={labelOf(at)}
          onState={(state) => forms.current.set(item.key, state)}
          removeLabel={ask.canAdd && items.length > 1 ? t('form.remove', { name: labelOf(at) }) : null}
          onRemove={() => remove(item.key)}
        />
      ))}
      {ask.canAdd && isLastPage && items.length < ask.mostItems && (
        <Button variant="default" className={classes.add} leftSection={<Glyph name="plus" />} onClick={add}>
          {ask.addLabel || t('form.add')}
        </Button>
      )}
    </div>
  )
}

const wholeForm = (label: string, text: string): AskProblem => ({ label, text, target: '[data-form]' })

function ItemForm({
  item,
  fields,
  only,
  linked,
  label,
  onState,
  removeLabel,
  onRemove,
}: {
  item: Item
  fields: readonly DataField[]
  /** The one field to show, null for none; absent for all. */
  only: DataField | null | undefined
  linked: Linked
  label: string
  onState(state: FieldFormState): void
  removeLabel: string | null
  onRemove(): void
}) {
  const { t } = useTranslation(['common'])
  const state = useFieldForm(fields, { values: item.values, linked })
  onState(state)
  const some = useMemo(() => (only ? [only] : undefined), [only])
  if (only === null) return null
  const form = (
    <div data-form={item.key}>
      <FieldForm form={state} fields={some} />
    </div>
  )
  if (!label) return form
  return (
    <fieldset className={classes.item}>
      <legend className={classes.itemHead}>{label}</legend>
      {removeLabel && (
        <Button
          className={classes.itemRemove}
          variant="subtle"
          size="xs"
          aria-label={removeLabel}
          leftSection={<Glyph name="trash" size={14} />}
          onClick={onRemove}
        >
          {t('common:remove')}
        </Button>
      )}
      {form}
    </fieldset>
  )
}
